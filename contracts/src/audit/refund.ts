import { z } from 'zod';
import { idempotencyKeySchema, idSchema, text } from '../common/fields';
import { zapsSchema } from '../zaps/amount-schema';

/** The most that one refund gives back; a charge is far below it. */
const MAX_REFUND_ZAPS = 100_000;

/** POST /api/audit/charges/:holdId/refunds gives zaps of a charge back, all of them or a part. */
export const refundRequestSchema = z.object({
  /** Whose charge it is. Where it is given, the charge of anybody else is not found. */
  userId: idSchema.optional(),
  zaps: zapsSchema(MAX_REFUND_ZAPS).refine((zaps) => zaps > 0, 'must be more than 0'),
  reason: text(500).refine((reason) => reason.trim().length >= 3, 'must say why, in 3 characters or more'),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;

/** The charge as it is after the refund: zaps, and what of them was given back so far. */
export const refundResponseSchema = z.object({
  refundId: idSchema,
  holdId: idSchema,
  userId: idSchema,
  charged: z.number(),
  refunded: z.number(),
});
export type RefundResponse = z.infer<typeof refundResponseSchema>;
