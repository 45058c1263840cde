import { decimalsOf, PAYMENT_STATES, type Payment } from '@storyreel/contracts';

export const PAYMENT_WORDS: Record<Payment['state'], string> = {
  open: 'Open',
  failed: 'Failed',
  paid: 'Paid',
  credited: 'Completed',
  held: 'Held',
  refunded: 'Refunded',
  disputed: 'Disputed',
};

export const PAYMENT_TONES: Record<Payment['state'], 'neutral' | 'positive' | 'warning' | 'danger'> = {
  open: 'neutral',
  failed: 'neutral',
  paid: 'neutral',
  credited: 'positive',
  held: 'danger',
  refunded: 'warning',
  disputed: 'danger',
};

/** What finance does about it; null where there is nothing to do. */
export const TO_DO: Record<Payment['state'], ((provider: string) => string) | null> = {
  open: null,
  failed: null,
  paid: null,
  credited: null,
  held: (provider) =>
    `No zaps were added for this payment. Find it at ${provider} by its ID and refund it there. If the buyer still lacks the zaps, ask them to buy again.`,
  refunded: () =>
    "The payment was refunded but the zaps were kept. Don't refund the same purchase again in the ledger.",
  disputed: (provider) => `Answer the dispute at ${provider}. The zaps stay in the wallet until it is decided.`,
};

export const isPaymentState = (state: string | undefined): state is Payment['state'] =>
  PAYMENT_STATES.some((known) => known === state);

/** 3999, usd → '$39.99' */
export function paidAmount({ amount, currency }: Pick<Payment, 'amount' | 'currency'>): string {
  if (amount === null || currency === null) return '–';
  const decimals = decimalsOf(currency);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits }).format(amount / 10 ** decimals);
}
