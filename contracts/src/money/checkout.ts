import { z } from 'zod';
import { instant } from '../common/fields';
import { addZapsRequestSchema } from './zaps';

/** As add-zaps, but paid at the payment provider's own page. */
export const checkoutRequestSchema = addZapsRequestSchema;
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>;

/** What a webhook is answered once what it tells is kept. */
export const receivedResponseSchema = z.object({ received: z.literal(true) });

/** Where the browser goes to pay. */
export const checkoutResponseSchema = z.object({ id: z.string(), url: z.url() });
export type CheckoutResponse = z.infer<typeof checkoutResponseSchema>;

/**
 * open: not paid as far as is known. credited: the zaps are there. failed: it ended without a payment.
 * held: something was paid that does not fit what was asked for, and a person looks at it.
 */
export const CHECKOUT_STATES = ['open', 'credited', 'failed', 'held'] as const;
export const checkoutSchema = z.object({
  id: z.string(),
  zaps: z.number(),
  state: z.enum(CHECKOUT_STATES),
  createdAt: z.string(),
});
export type Checkout = z.infer<typeof checkoutSchema>;

/**
 * paid: the provider says so, and the zaps are on their way. credited: zaps were added for it. held: the provider says that something was paid, but no zaps were added, for the
 * reason given. refunded, disputed: the provider says that the money went, or may go, back; the zaps stay as they are.
 */
export const PAYMENT_STATES = ['open', 'failed', 'paid', 'credited', 'held', 'refunded', 'disputed'] as const;

/** GET /api/audit/payments?state=held: what a payment provider told of purchases, newest first. */
export const paymentSchema = z.object({
  id: z.string(),
  provider: z.string(),
  /** The provider's own names of it. */
  sessionId: z.string().nullable(),
  paymentId: z.string().nullable(),
  /** Null where it names nobody that is known. */
  userId: z.string().nullable(),
  /** Zaps; 0 where it fits no package. */
  zaps: z.number(),
  /** What the provider says was paid, in the currency's smallest unit; null before it said so. */
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  state: z.enum(PAYMENT_STATES),
  /** Why it is held, refunded or disputed; null otherwise. */
  reason: z.string().nullable(),
  createdAt: instant,
  changedAt: instant,
});
export type Payment = z.infer<typeof paymentSchema>;
export const paymentsQuerySchema = z.object({ state: z.enum(PAYMENT_STATES).optional() });
