import { decimalsOf, toUnits } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../eventsourcing/commands/command-handler';
import type { Aggregate, Environment } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';

/** An amount in a currency's smallest unit. */
export interface Money {
  amount: number;
  /** ISO 4217 code in lower case. */
  currency: string;
}

/** A payment provider's ids of a purchase. */
export interface ProviderIds {
  sessionId: string | null;
  paymentId: string | null;
}

export type PaymentEvent =
  | DomainEvent<'CheckoutStarted', { userId: string; zaps: number; price: Money; provider: string }>
  | DomainEvent<'CheckoutOpened', { sessionId: string }>
  | DomainEvent<'PaymentConfirmed', ProviderIds & { userId: string; zaps: number; paid: Money }>
  | DomainEvent<'PaymentFailed', ProviderIds & { reason: string }>
  /** Money was paid, but zaps are added only after a person has reviewed the payment. */
  | DomainEvent<'PaymentHeld', ProviderIds & { paid: Money; reason: string }>
  /** The provider returned money. `returned`: the total returned so far. */
  | DomainEvent<'PaymentReturned', ProviderIds & { returned: Money; reason: string }>
  /** A refund by the provider failed. `returned`: the total that did reach the buyer. */
  | DomainEvent<'PaymentReturnFailed', ProviderIds & { refundId: string; returned: Money; reason: string }>
  | DomainEvent<'PaymentDisputed', ProviderIds & { disputeId: string; disputed: Money; reason: string }>
  /** `disputed`: absent in the oldest events. */
  | DomainEvent<
      'PaymentDisputeClosed',
      ProviderIds & { disputeId: string; outcome: 'won' | 'lost'; reason: string; disputed?: Money }
    >;

export interface PaymentState {
  /** The requested purchase; null when the provider reports a payment for which no checkout was started here. */
  asked: { userId: string; zaps: number; price: Money } | null;
  sessionId: string | null;
  /** Payments that were confirmed or held. Usually one; a buyer may also pay on two pages of the same checkout. */
  payments: readonly (ProviderIds & { zapsAdded: boolean; paid: Money })[];
  failed: boolean;
  /** Total amount returned for each payment. */
  returned: readonly { paymentId: string | null; amount: number }[];
  /** Ids of failed returns, of disputes, and of closed disputes. */
  failedReturns: readonly string[];
  disputes: readonly Dispute[];
  closedDisputes: readonly (Dispute & { outcome: 'won' | 'lost' })[];
}

/** `amount`: null for an old dispute whose opening was never reported. */
interface Dispute {
  id: string;
  paymentId: string | null;
  amount: number | null;
}

/** Stream of one checkout; zaps are bought under its id. */
export const paymentAggregate: Aggregate<PaymentState, PaymentEvent> = {
  category: 'payment',
  // Stored unencrypted, like the ledger: it holds only amounts and ids.
  isInClear: () => true,
  initial: {
    asked: null,
    sessionId: null,
    payments: [],
    failed: false,
    returned: [],
    failedReturns: [],
    disputes: [],
    closedDisputes: [],
  },
  evolve(state, event) {
    switch (event.type) {
      case 'CheckoutStarted': {
        const { userId, zaps, price } = event.data;
        return { ...state, asked: { userId, zaps, price } };
      }
      case 'CheckoutOpened':
        return { ...state, sessionId: event.data.sessionId };
      case 'PaymentConfirmed':
        return { ...state, payments: [...state.payments, { ...paidIn(event.data), zapsAdded: true }] };
      case 'PaymentFailed':
        return { ...state, failed: true };
      case 'PaymentHeld':
        return { ...state, payments: [...state.payments, { ...paidIn(event.data), zapsAdded: false }] };
      case 'PaymentReturned':
        return { ...state, returned: withReturned(state, event.data) };
      case 'PaymentReturnFailed': {
        const failedReturns = [...state.failedReturns, event.data.refundId];
        return { ...state, failedReturns, returned: withReturned(state, event.data) };
      }
      case 'PaymentDisputeClosed':
        return { ...state, closedDisputes: [...state.closedDisputes, closedBy(state, event.data)] };
      case 'PaymentDisputed':
        return { ...state, disputes: [...state.disputes, disputeIn(event.data)] };
      default:
        return event satisfies never;
    }
  },
  snapshot: { version: 3 },
};

function withReturned({ returned }: PaymentState, data: { paymentId: string | null; returned: Money }) {
  const others = returned.filter(({ paymentId }) => paymentId !== data.paymentId);
  return [...others, { paymentId: data.paymentId, amount: data.returned.amount }];
}

const paidIn = ({ sessionId, paymentId, paid }: ProviderIds & { paid: Money }) => ({ sessionId, paymentId, paid });

type OfType<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { type: Type }>['data'];

const disputeIn = ({ disputeId: id, paymentId, disputed }: OfType<'PaymentDisputed'>): Dispute => ({
  id,
  paymentId,
  amount: disputed.amount,
});

function closedBy(
  { disputes }: PaymentState,
  { disputeId, paymentId, outcome, disputed }: OfType<'PaymentDisputeClosed'>,
) {
  const begun = disputes.find(({ id }) => id === disputeId)?.amount ?? null;
  return { id: disputeId, paymentId, outcome, amount: disputed?.amount ?? begun };
}

/** The part of a purchase's money that was returned or may still be returned, in the currency's smallest unit. */
export interface ReturnedMoney {
  paid: Money;
  /** Amount that was refunded or was lost in a dispute. */
  gone: number;
  /** Amount in undecided disputes. */
  disputed: number;
  /** False until the provider reports a refund or a dispute. */
  wasTold: boolean;
}

/** Returns the figures of the payment for which zaps were added; null if there is none. */
export function returnedMoney({ payments, returned, disputes, closedDisputes }: PaymentState): ReturnedMoney | null {
  const purchase = payments.find(({ zapsAdded }) => zapsAdded);
  if (!purchase) return null;
  const { paid } = purchase;
  const isOurs = ({ paymentId }: { paymentId: string | null }): boolean =>
    paymentId === null || purchase.paymentId === null || paymentId === purchase.paymentId;
  const refunds = returned.filter(isOurs);
  const closed = closedDisputes.filter(isOurs);
  const open = disputes.filter((dispute) => isOurs(dispute) && !closed.some(({ id }) => id === dispute.id));
  const lost = closed.filter(({ outcome }) => outcome === 'lost');
  const wasTold = refunds.length + closed.length + open.length > 0;
  // If a payment is both refunded and disputed, its money is returned only once.
  const gone = Math.min(paid.amount, amountOf(refunds, paid) + amountOf(lost, paid));
  return { paid, gone, disputed: Math.min(paid.amount - gone, amountOf(open, paid)), wasTold };
}

/** Returns the zaps that the returned money had paid for, in ledger units. */
export const dueUnits = (asked: PaymentState['asked'], { gone, paid }: ReturnedMoney): number =>
  asked && paid.amount > 0 ? Math.round((toUnits(asked.zaps) * gone) / paid.amount) : 0;

/** A dispute of an unknown amount counts as a dispute of the whole payment. */
const amountOf = (parts: readonly { amount: number | null }[], paid: Money): number =>
  parts.reduce((sum, { amount }) => sum + (amount ?? paid.amount), 0);

/** A provider's report about a payment. It may be repeated, late and out of order. */
export type PaymentReport =
  | { what: 'paid'; ids: ProviderIds; paid: Money }
  | { what: 'failed'; ids: ProviderIds; reason: string }
  | { what: 'returned'; ids: ProviderIds; returned: Money; reason: string }
  | { what: 'return_failed'; ids: ProviderIds; failed: Money; refundId: string; reason: string }
  | { what: 'disputed'; ids: ProviderIds; disputed: Money; disputeId: string; reason: string }
  | {
      what: 'dispute_closed';
      ids: ProviderIds;
      disputeId: string;
      disputed: Money;
      outcome: 'won' | 'lost';
      reason: string;
    };

export function decideReport(report: PaymentReport, state: PaymentState, _environment: Environment): PaymentEvent[] {
  switch (report.what) {
    case 'paid':
      return decidePaid(report, state);
    case 'failed':
      // A failure never undoes a payment. A payment that arrives after a failure counts, since the money has arrived.
      if (state.failed || state.payments.length > 0 || !state.asked) return [];
      return [{ type: 'PaymentFailed', data: { ...report.ids, reason: report.reason } }];
    case 'returned': {
      const { ids, returned, reason } = report;
      const before = state.returned.find(({ paymentId }) => paymentId === ids.paymentId);
      if (returned.amount <= (before?.amount ?? 0)) return [];
      return [{ type: 'PaymentReturned', data: { ...ids, returned, reason } }];
    }
    case 'return_failed': {
      const { ids, failed, refundId, reason } = report;
      if (state.failedReturns.includes(refundId)) return [];
      const before = state.returned.find(({ paymentId }) => paymentId === ids.paymentId)?.amount ?? 0;
      const returned = { ...failed, amount: Math.max(0, before - failed.amount) };
      return [{ type: 'PaymentReturnFailed', data: { ...ids, refundId, returned, reason } }];
    }
    case 'dispute_closed': {
      const { ids, disputeId, outcome, reason, disputed } = report;
      if (state.closedDisputes.some(({ id }) => id === disputeId)) return [];
      return [{ type: 'PaymentDisputeClosed', data: { ...ids, disputeId, outcome, reason, disputed } }];
    }
    case 'disputed': {
      const { ids, disputed, disputeId, reason } = report;
      if (state.disputes.some(({ id }) => id === disputeId)) return [];
      return [{ type: 'PaymentDisputed', data: { ...ids, disputed, disputeId, reason } }];
    }
    default:
      return report satisfies never;
  }
}

/** Records each payment once. Adds zaps for one payment only, and only for the ordered amount. */
function decidePaid({ ids, paid }: Extract<PaymentReport, { what: 'paid' }>, state: PaymentState): PaymentEvent[] {
  if (state.payments.some((payment) => isSame(payment, ids))) return [];
  const reason = whyHeld(ids, paid, state);
  if (reason !== null || !state.asked) {
    return [{ type: 'PaymentHeld', data: { ...ids, paid, reason: reason ?? UNKNOWN } }];
  }
  const { userId, zaps } = state.asked;
  return [{ type: 'PaymentConfirmed', data: { ...ids, userId, zaps, paid } }];
}

/** Tells whether both ids name the same payment. A session has one payment, whose id may still be unknown. */
export const isSame = (one: ProviderIds, other: ProviderIds): boolean =>
  one.paymentId !== null && other.paymentId !== null
    ? one.paymentId === other.paymentId
    : one.sessionId === other.sessionId;

const UNKNOWN = "It doesn't belong to a checkout started here.";

function whyHeld(ids: ProviderIds, paid: Money, { asked, sessionId, payments, returned }: PaymentState): string | null {
  if (!asked) return UNKNOWN;
  if (payments.length > 0) return `This checkout was paid before: ${payments.map(named).join(', ')}.`;
  const { price } = asked;
  if (sessionId !== null && ids.sessionId !== sessionId)
    return 'It was paid in a different checkout session from the one started here.';
  if (paid.amount !== price.amount || paid.currency !== price.currency) {
    return `${shown(paid)} was paid, but the price was ${shown(price)}.`;
  }
  return returned.some(({ amount }) => amount > 0) ? 'Part of it was refunded before the payment was reported.' : null;
}

const named = ({ paymentId, sessionId, zapsAdded }: PaymentState['payments'][number]): string =>
  `${paymentId ?? sessionId ?? 'a payment without a name'} (${zapsAdded ? 'zaps added' : 'held'})`;

function shown({ amount, currency }: Money): string {
  const decimals = decimalsOf(currency);
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${currency.toUpperCase()}`;
}

interface NewCheckout {
  userId: string;
  zaps: number;
  price: Money;
  provider: string;
}

export class StartCheckout extends AggregateCommand<PaymentState, NewCheckout> {}

/** The start is stored before the request to the provider, so that the provider's later reports find the checkout. */
export const decideStart = ({ data }: StartCheckout, { asked }: PaymentState): PaymentEvent[] =>
  asked ? [] : [{ type: 'CheckoutStarted', data }];

export const StartCheckoutHandler = handlerFor(StartCheckout, paymentAggregate, decideStart);

export class OpenCheckout extends AggregateCommand<PaymentState, { sessionId: string }> {}

export const decideOpen = ({ data }: OpenCheckout, { sessionId }: PaymentState): PaymentEvent[] =>
  sessionId === data.sessionId ? [] : [{ type: 'CheckoutOpened', data }];

export const OpenCheckoutHandler = handlerFor(OpenCheckout, paymentAggregate, decideOpen);

export class ReportPayment extends AggregateCommand<PaymentState, PaymentReport> {}

export const ReportPaymentHandler = handlerFor(ReportPayment, paymentAggregate, ({ data }, state, environment) =>
  decideReport(data, state, environment),
);
