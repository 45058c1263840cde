import type { Aggregate, Environment } from '../../platform/domain/aggregate';
import type { DomainEvent } from '../../platform/domain/domain-event';

/** An amount in a currency's smallest unit. */
export interface Money {
  amount: number;
  /** As ISO 4217 names it, in small letters. */
  currency: string;
}

/** What a payment provider names a purchase by. */
export interface ProviderIds {
  sessionId: string | null;
  paymentId: string | null;
}

export type PaymentEvent =
  | DomainEvent<'CheckoutStarted', { userId: string; zaps: number; price: Money; provider: string }>
  | DomainEvent<'CheckoutOpened', { sessionId: string }>
  | DomainEvent<'PaymentConfirmed', ProviderIds & { userId: string; zaps: number; paid: Money }>
  | DomainEvent<'PaymentFailed', ProviderIds & { reason: string }>
  /** Something was paid, and no zaps are added for it before a person has looked. */
  | DomainEvent<'PaymentHeld', ProviderIds & { paid: Money; reason: string }>
  /** The provider gave money back. `returned`: all of it so far. */
  | DomainEvent<'PaymentReturned', ProviderIds & { returned: Money; reason: string }>
  | DomainEvent<'PaymentDisputed', ProviderIds & { disputeId: string; disputed: Money; reason: string }>;

export interface PaymentState {
  /** Null for what the provider tells of and we never asked for. */
  asked: { userId: string; zaps: number; price: Money } | null;
  sessionId: string | null;
  confirmed: boolean;
  failed: boolean;
  held: boolean;
  returned: number;
  disputes: readonly string[];
}

/** One for each checkout; zaps are bought under its id. */
export const paymentAggregate: Aggregate<PaymentState, PaymentEvent> = {
  category: 'payment',
  initial: { asked: null, sessionId: null, confirmed: false, failed: false, held: false, returned: 0, disputes: [] },
  evolve(state, event) {
    switch (event.type) {
      case 'CheckoutStarted': {
        const { userId, zaps, price } = event.data;
        return { ...state, asked: { userId, zaps, price } };
      }
      case 'CheckoutOpened':
        return { ...state, sessionId: event.data.sessionId };
      case 'PaymentConfirmed':
        return { ...state, confirmed: true };
      case 'PaymentFailed':
        return { ...state, failed: true };
      case 'PaymentHeld':
        return { ...state, held: true };
      case 'PaymentReturned':
        return { ...state, returned: event.data.returned.amount };
      case 'PaymentDisputed':
        return { ...state, disputes: [...state.disputes, event.data.disputeId] };
      default:
        return event satisfies never;
    }
  },
  snapshot: { version: 1 },
};

/** What a provider tells of a payment. It may tell the same again, late, and in any order. */
export type PaymentReport =
  | { what: 'paid'; ids: ProviderIds; paid: Money }
  | { what: 'failed'; ids: ProviderIds; reason: string }
  | { what: 'returned'; ids: ProviderIds; returned: Money; reason: string }
  | { what: 'disputed'; ids: ProviderIds; disputed: Money; disputeId: string; reason: string };

export function decideReport(report: PaymentReport, state: PaymentState, _environment: Environment): PaymentEvent[] {
  switch (report.what) {
    case 'paid':
      return decidePaid(report, state);
    case 'failed':
      // A payment that came through after its checkout had ended counts: the money is there.
      if (state.failed || state.confirmed || state.held || !state.asked) return [];
      return [{ type: 'PaymentFailed', data: { ...report.ids, reason: report.reason } }];
    case 'returned': {
      const { ids, returned, reason } = report;
      if (returned.amount <= state.returned) return [];
      return [{ type: 'PaymentReturned', data: { ...ids, returned, reason } }];
    }
    case 'disputed': {
      const { ids, disputed, disputeId, reason } = report;
      if (state.disputes.includes(disputeId)) return [];
      return [{ type: 'PaymentDisputed', data: { ...ids, disputed, disputeId, reason } }];
    }
    default:
      return report satisfies never;
  }
}

/** Once, and only for what was asked for. */
function decidePaid({ ids, paid }: Extract<PaymentReport, { what: 'paid' }>, state: PaymentState): PaymentEvent[] {
  if (state.confirmed || state.held) return [];
  const reason = whyHeld(ids, paid, state);
  if (reason !== null || !state.asked) {
    return [{ type: 'PaymentHeld', data: { ...ids, paid, reason: reason ?? UNKNOWN } }];
  }
  const { userId, zaps } = state.asked;
  return [{ type: 'PaymentConfirmed', data: { ...ids, userId, zaps, paid } }];
}

const UNKNOWN = "It doesn't belong to a checkout started here.";

function whyHeld(ids: ProviderIds, paid: Money, { asked, sessionId, returned }: PaymentState): string | null {
  if (!asked) return UNKNOWN;
  const { price } = asked;
  if (sessionId !== null && ids.sessionId !== sessionId)
    return 'It was paid in a different checkout session from the one started here.';
  if (paid.amount !== price.amount || paid.currency !== price.currency) {
    return `${shown(paid)} was paid, and ${shown(price)} was asked for.`;
  }
  return returned > 0 ? 'Part of it was refunded before the payment was reported.' : null;
}

const shown = ({ amount, currency }: Money): string => `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
