import { z } from 'zod';
import { idempotencyKeySchema, idSchema, instant, text } from '../common/fields';
import { auditUserSchema } from './ledger';
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

/**
 * A purchase whose money was returned: GET /api/audit/returns, undecided ones first. open: finance decides about its
 * zaps. owed: the refund failed after its zaps were taken, so finance gives them back. disputed: the bank decides first.
 * closed: the money is here, as the dispute was won or the refund failed.
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
  /** In the currency's smallest unit: paid, returned so far, in open disputes, and returned without a decision. */
  paid: z.number(),
  returned: z.number(),
  disputed: z.number(),
  due: z.number(),
  /** Zaps that correspond to the returned money without a decision, and how many of them the buyer still has. */
  dueZaps: z.number(),
  leftZaps: z.number(),
  /** Zaps taken back for money that then came back to us. */
  owedZaps: z.number(),
  decisions: z.array(
    z.object({
      id: idSchema,
      answer: z.enum(RETURN_ANSWERS),
      amount: z.number(),
      dueZaps: z.number(),
      /** Zaps taken back, while the rest of `dueZaps` is lost or left with the buyer; or zaps given back. */
      zaps: z.number(),
      reason: z.string(),
      by: auditUserSchema,
      at: instant,
    }),
  ),
  changedAt: instant,
});
export type PurchaseReturn = z.infer<typeof purchaseReturnSchema>;

/** GET /api/audit/returns/open: questions that wait for finance. */
export const openReturnsSchema = z.object({ open: z.int() });

/** POST /api/audit/returns/:id/decide, by any member of finance except the buyer. */
export const decideReturnRequestSchema = z.object({
  answer: z.enum(RETURN_ANSWERS),
  /** The returned money that the person has seen; if more was returned meanwhile, nothing is decided. */
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
