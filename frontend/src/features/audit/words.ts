import { decimalsOf, HOUSE_ID } from '@storyreel/contracts';
import type { AuditProject, AuditUser, Charge, LedgerKind, LedgerLine, PaidLot, Payment } from '@storyreel/contracts';
import type { Tone } from '../../ui';
import { formatUsd, formatZaps, zapsInWords } from '../zaps/format';

export const KIND_WORDS: Record<LedgerKind, string> = {
  grant: 'Granted',
  purchase: 'Purchased',
  reservation: 'Reserved',
  settlement: 'Settled',
  release: 'Released',
  refund: 'Refunded',
  reversal: 'Reversed',
  budget: 'Budget set',
};

export const RUN_WORDS = { queued: 'Waiting', running: 'Running', complete: 'Complete', failed: 'Failed' } as const;

export const personOf = ({ email, id }: AuditUser): string => (id === HOUSE_ID ? 'The house' : (email ?? id));
/** Says who made an entry: 'By kim@example.com, approved by lee@example.com'; null if nobody made it by hand. */
export function makersOf({ madeBy, approvedBy }: Pick<LedgerLine, 'madeBy' | 'approvedBy'>): string | null {
  if (madeBy === null) return null;
  return `By ${personOf(madeBy)}${approvedBy ? `, approved by ${personOf(approvedBy)}` : ''}`;
}
export const projectName = ({ title, id, deleted }: AuditProject): string =>
  `${title ?? id}${deleted ? ' (deleted)' : ''}`;

/** Returns a charge's outcome in one word. */
export function outcomeOf({ state, charged, refunded }: Charge): { word: string; tone: Tone } {
  if (state === 'open') return { word: 'In progress', tone: 'neutral' };
  if (state === 'released') return { word: 'Released', tone: 'neutral' };
  if (refunded === 0) return { word: 'Settled', tone: 'positive' };
  return charged === 0 ? { word: 'Refunded', tone: 'warning' } : { word: 'Partly refunded', tone: 'warning' };
}

const LOT_WORDS: Record<PaidLot['kind'], (lot: PaidLot) => string> = {
  grant: () => 'granted',
  sandbox: () => 'from a sandbox purchase',
  package: ({ of, usd }) => `from a package of ${formatZaps(of)} for ${formatUsd(usd)}`,
};

/** Describes the customer's payment: 'The customer paid $0.24: 4 zaps from a package of 2,500 for $149.99'. */
export function paidInWords({ usd, lots }: NonNullable<Charge['paid']>): string {
  const parts = lots.map((lot) => `${zapsInWords(lot.zaps)} ${LOT_WORDS[lot.kind](lot)}`);
  return `The customer paid ${formatUsd(usd)}${parts.length > 0 ? `: ${parts.join(', ')}` : ' for these zaps'}`;
}

const STEPS = [
  { seconds: 86_400, word: 'd' },
  { seconds: 3_600, word: 'h' },
  { seconds: 60, word: 'min' },
] as const;

/** Formats a number of seconds: 7,500 → '2 h 5 min'. */
export function ageOf(seconds: number): string {
  const at = STEPS.findIndex((step) => seconds >= step.seconds);
  const big = STEPS[at];
  if (!big) return `${seconds} s`;
  const small = STEPS[at + 1];
  const rest = small ? Math.floor((seconds % big.seconds) / small.seconds) : 0;
  return `${Math.floor(seconds / big.seconds)} ${big.word}${small && rest > 0 ? ` ${rest} ${small.word}` : ''}`;
}

/** Formats an amount of money: 3999, usd → '$39.99'. */
export function moneyOf({ amount, currency }: Pick<Payment, 'amount' | 'currency'>): string {
  if (amount === null || currency === null) return '–';
  const decimals = decimalsOf(currency);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits }).format(amount / 10 ** decimals);
}
