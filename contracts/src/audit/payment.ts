import { z } from 'zod';
import { instant } from '../common/fields';

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
