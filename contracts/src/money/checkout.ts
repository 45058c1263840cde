import { z } from 'zod';
import { idempotencyKeySchema, idSchema, instant, text } from '../common/fields';
import { auditUserSchema } from './ledger';
import { addZapsRequestSchema } from './zaps';

/**
 * Has the same fields as a purchase without payment (`addZapsRequestSchema`), but the user pays at the payment
 * provider's page.
 */
export const checkoutRequestSchema = addZapsRequestSchema;
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>;

/** Response to a webhook once its content is stored. */
export const receivedResponseSchema = z.object({ received: z.literal(true) });

/** Address of the page where the user pays. */
export const checkoutResponseSchema = z.object({ id: z.string(), url: z.url() });
export type CheckoutResponse = z.infer<typeof checkoutResponseSchema>;

/**
 * open: no payment is known yet. credited: the zaps were added. failed: the checkout ended without a payment. held: a
 * payment does not match the request, and a person has to review it.
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
 * paid: the provider reports the payment, and the zaps will be added. credited: the zaps were added. held: the provider
 * reports a payment, but no zaps were added, for the given reason. refunded, disputed: the provider reports that the
 * money was, or may be, returned; the zaps stay unchanged. After a won dispute or a failed refund, the payment returns
 * to its previous state, with a reason.
 */
export const PAYMENT_STATES = ['open', 'failed', 'paid', 'credited', 'held', 'refunded', 'disputed'] as const;

/** GET /api/audit/payments?state=held: purchases as the payment provider reports them, newest first. */
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

/**
 * States of a purchase whose money was returned: GET /api/audit/returns, undecided ones first. open: finance has to
 * decide about its zaps. owed: the refund failed after its zaps were taken back, so finance has to give them back.
 * disputed: the bank decides first. decided: finance has decided. closed: no money was returned after all, as the
 * dispute was won or the refund failed.
 */
export const RETURN_STATES = ['open', 'owed', 'disputed', 'decided', 'closed'] as const;
export const RETURN_ANSWERS = ['taken_back', 'left', 'given_back'] as const;
export const purchaseReturnSchema = z.object({
  /** Id of the checkout. */
  id: idSchema,
  user: auditUserSchema,
  state: z.enum(RETURN_STATES),
  /** Zaps that were purchased. */
  zaps: z.number(),
  paymentId: z.string().nullable(),
  currency: z.string(),
  /**
   * In the currency's smallest unit: the amount paid, the part returned so far, the part in open disputes, and the
   * returned part that finance has not decided about (`due`).
   */
  paid: z.number(),
  returned: z.number(),
  disputed: z.number(),
  due: z.number(),
  /** Zaps that correspond to `due`, and how many of those zaps the buyer still has. */
  dueZaps: z.number(),
  leftZaps: z.number(),
  /** Zaps that were taken back for a refund that then failed, and have to be given back. */
  owedZaps: z.number(),
  decisions: z.array(
    z.object({
      id: idSchema,
      answer: z.enum(RETURN_ANSWERS),
      amount: z.number(),
      dueZaps: z.number(),
      /**
       * Zaps taken back or given back. After taking back, the rest of this decision's `dueZaps` is lost or left with
       * the buyer.
       */
      zaps: z.number(),
      reason: z.string(),
      by: auditUserSchema,
      at: instant,
    }),
  ),
  changedAt: instant,
});
export type PurchaseReturn = z.infer<typeof purchaseReturnSchema>;

/** GET /api/audit/returns/open: the number of returns that wait for a decision by finance. */
export const openReturnsSchema = z.object({ open: z.int() });

/** POST /api/audit/returns/:id/decide, by any member of finance except the buyer. */
export const decideReturnRequestSchema = z.object({
  answer: z.enum(RETURN_ANSWERS),
  /** The returned amount that the person has seen; if more was returned meanwhile, the decision is refused. */
  returned: z.int().min(0),
  reason: text(500).refine((reason) => reason.trim().length >= 3, 'must say why, in 3 characters or more'),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type DecideReturnRequest = z.infer<typeof decideReturnRequestSchema>;
/** `lost`: zaps of the returned money that the buyer no longer has. */
export const decideReturnResponseSchema = z.object({
  decisionId: idSchema,
  answer: z.enum(RETURN_ANSWERS),
  zaps: z.number(),
  lost: z.number(),
});
export type DecideReturnResponse = z.infer<typeof decideReturnResponseSchema>;
