import { z } from 'zod';
import { instant } from '../common/fields';
import { addZapsRequestSchema } from './zaps';

/** Like add-zaps, but paid at the payment provider's own page. */
export const checkoutRequestSchema = addZapsRequestSchema;
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>;

/** Response to a webhook once its content is stored. */
export const receivedResponseSchema = z.object({ received: z.literal(true) });

/** Address of the page where the user pays. */
export const checkoutResponseSchema = z.object({ id: z.string(), url: z.url() });
export type CheckoutResponse = z.infer<typeof checkoutResponseSchema>;

/**
 * open: not paid as far as is known. credited: the zaps were added. failed: it ended without a payment. held: a payment
 * does not match the request, and a person reviews it.
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
 * paid: the provider reports the payment, and the zaps will be added. credited: zaps were added for it. held: the
 * provider reports a payment, but no zaps were added, for the given reason. refunded, disputed: the provider reports
 * that the money was, or may be, returned; the zaps stay unchanged. A won dispute and a failed refund lead back to the
 * state before, with a reason.
 */
export const PAYMENT_STATES = ['open', 'failed', 'paid', 'credited', 'held', 'refunded', 'disputed'] as const;

/** GET /api/audit/payments?state=held: a payment provider's reports of purchases, newest first. */
export const paymentSchema = z.object({
  id: z.string(),
  provider: z.string(),
  /** The provider's own ids of the session and the payment. */
  sessionId: z.string().nullable(),
  paymentId: z.string().nullable(),
  /** Null when the report names no known user. */
  userId: z.string().nullable(),
  /** Zaps; 0 when the payment matches no package. */
  zaps: z.number(),
  /** The amount paid, in the currency's smallest unit; null before the provider has reported it. */
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  state: z.enum(PAYMENT_STATES),
  /** Reason for held, refunded or disputed; null otherwise. */
  reason: z.string().nullable(),
  createdAt: instant,
  changedAt: instant,
});
export type Payment = z.infer<typeof paymentSchema>;
export const paymentsQuerySchema = z.object({ state: z.enum(PAYMENT_STATES).optional() });
