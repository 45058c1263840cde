import type Stripe from 'stripe';
import { z } from 'zod';
import type { PaymentReport } from './payment';

/** The report of an event about a payment, with the id of the checkout in the payment's metadata, if any. */
export interface StripeReport {
  report: PaymentReport;
  checkoutId: string | null;
  /** Stripe's unique id of the payment. */
  name: string;
}

/** Accepts an object's id, or the object itself if Stripe was asked to expand it. */
const idOf = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);
const metadata = z.object({ checkoutId: z.string().optional() }).nullish();

const sessionSchema = z.object({
  id: z.string(),
  metadata,
  payment_status: z.string(),
  payment_intent: idOf,
  amount_total: z.int().nullish(),
  currency: z.string().nullish(),
});
const chargeSchema = z.object({
  id: z.string(),
  metadata,
  payment_intent: idOf,
  amount_refunded: z.int(),
  currency: z.string(),
});
const disputeSchema = z.object({
  id: z.string(),
  payment_intent: idOf,
  charge: idOf,
  amount: z.int(),
  currency: z.string(),
  reason: z.string(),
  status: z.string().optional(),
});
const refundSchema = z.object({
  id: z.string(),
  metadata,
  payment_intent: idOf,
  charge: idOf,
  amount: z.int(),
  currency: z.string(),
  failure_reason: z.string().nullish(),
});

/** Returns the report in an event; null for other event types, and for a completed session that is not paid yet. */
export function reportOf({ type, data: { object } }: Stripe.Event): StripeReport | null {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return ofSession(type, sessionSchema.parse(object));
    case 'charge.refunded': {
      const charge = chargeSchema.parse(object);
      // A charge of another product on the account may have no payment intent.
      const name = charge.payment_intent ?? charge.id;
      const ids = { sessionId: null, paymentId: name };
      const returned = { amount: charge.amount_refunded, currency: charge.currency };
      const report = { what: 'returned' as const, ids, returned, reason: 'The payment was refunded at Stripe.' };
      return { report, checkoutId: charge.metadata?.checkoutId ?? null, name };
    }
    case 'charge.dispute.created': {
      const { id: disputeId, payment_intent: intent, charge, amount, currency, reason } = disputeSchema.parse(object);
      const name = intent ?? charge ?? disputeId;
      const disputed = { amount, currency };
      const words = `The buyer's bank disputes it: ${reason}.`;
      const report = {
        what: 'disputed' as const,
        ids: { sessionId: null, paymentId: name },
        disputed,
        disputeId,
        reason: words,
      };
      return { report, checkoutId: null, name };
    }
    case 'charge.dispute.closed': {
      const { id: disputeId, payment_intent: intent, charge, status, amount, currency } = disputeSchema.parse(object);
      const name = intent ?? charge ?? disputeId;
      // A dispute inquiry that ends without a dispute has the status 'warning_closed': the money stays.
      const outcome = status === 'lost' ? ('lost' as const) : ('won' as const);
      const reason =
        outcome === 'lost'
          ? 'The dispute was lost: the buyer has the money back.'
          : 'The dispute was won or withdrawn: you keep the money.';
      const report = {
        what: 'dispute_closed' as const,
        ids: { sessionId: null, paymentId: name },
        disputeId,
        disputed: { amount, currency },
        outcome,
        reason,
      };
      return { report, checkoutId: null, name };
    }
    case 'refund.failed': {
      const refund = refundSchema.parse(object);
      const { id: refundId, amount, currency, failure_reason: why } = refund;
      const name = refund.payment_intent ?? refund.charge ?? refundId;
      const report = {
        what: 'return_failed' as const,
        ids: { sessionId: null, paymentId: name },
        failed: { amount, currency },
        refundId,
        reason: `A refund at Stripe failed${why ? ` (${why})` : ''}: the buyer does not have the money.`,
      };
      return { report, checkoutId: refund.metadata?.checkoutId ?? null, name };
    }
    default:
      return null;
  }
}

function ofSession(type: string, session: z.output<typeof sessionSchema>): StripeReport | null {
  const checkoutId = session.metadata?.checkoutId ?? null;
  const whose = { checkoutId, name: session.payment_intent ?? session.id };
  const ids = { sessionId: session.id, paymentId: session.payment_intent };
  if (type === 'checkout.session.expired') {
    return { report: { what: 'failed', ids, reason: 'The payment page was closed without paying.' }, ...whose };
  }
  if (type === 'checkout.session.async_payment_failed') {
    return { report: { what: 'failed', ids, reason: "The payment didn't go through." }, ...whose };
  }
  // Some payment methods take days; a later event reports that the money has arrived.
  if (session.payment_status === 'unpaid') return null;
  const paid = { amount: session.amount_total ?? 0, currency: session.currency ?? '' };
  return { report: { what: 'paid', ids, paid }, ...whose };
}
