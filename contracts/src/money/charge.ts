import { z } from 'zod';
import { idempotencyKeySchema, idSchema, instant, text } from '../common/fields';
import { auditProjectSchema, auditUserSchema } from './ledger';
import { zapsSchema } from './zaps';

/** How a price came about, a step a line, such as '4 images × $0.025 = $0.10'. Provider dollars are for finance. */
export const arithmeticSchema = z.array(z.string());

/** What a piece of work made: a picture, a clip, the narration of a scene, or a film. */
export const madeAssetSchema = z.object({
  /** A narration's and a film's are their job's. */
  id: z.string(),
  kind: z.enum(['image', 'video', 'sound', 'film']),
  url: z.string(),
});
export type MadeAsset = z.infer<typeof madeAssetSchema>;

/**
 * main: chosen in its scene; a film that is the project's final video, and narration that is heard in its scene.
 * in_scene: still there beside the main one. removed: taken away or replaced, or its scene or project is deleted.
 */
export const assetPlaceSchema = z.enum(['main', 'in_scene', 'removed']);

/** With what has become of it. */
export const chargedAssetSchema = madeAssetSchema.extend({ place: assetPlaceSchema });
export type ChargedAsset = z.infer<typeof chargedAssetSchema>;

export const CHARGE_STEPS = ['reservation', 'settlement', 'release', 'refund'] as const;
export const chargeStepSchema = z.object({
  /** The entry's event. */
  id: idSchema,
  kind: z.enum(CHARGE_STEPS),
  at: instant,
  /** Reserved, spent, released or refunded. */
  zaps: z.number(),
  reason: z.string().nullable(),
  revision: z.int(),
  hash: z.string(),
});
export type ChargeStep = z.infer<typeof chargeStepSchema>;

/** Why somebody was charged: one hold, from the quote to the last refund. */
export const chargeSchema = z.object({
  holdId: z.string(),
  user: auditUserSchema,
  /** open: the work is under way. */
  state: z.enum(['open', 'settled', 'released']),
  description: z.string(),
  provider: z.string(),
  model: z.string(),
  operation: z.string(),
  /** The kind of work: image, video, text … */
  category: z.string(),
  project: auditProjectSchema.nullable(),
  sceneId: idSchema.nullable(),
  sceneTitle: z.string().nullable(),
  /** The run that the zaps paid for. */
  jobId: z.string(),
  quote: z.object({
    zaps: z.number(),
    /** What the provider was expected to ask; null for a creator. */
    usd: z.number().nullable(),
    priceVersion: z.string(),
    arithmetic: arithmeticSchema,
    /** Included in the plan: nothing was reserved. */
    covered: z.boolean(),
  }),
  /** In the order in which they happened. */
  steps: z.array(chargeStepSchema),
  run: z
    .object({
      state: z.enum(['queued', 'running', 'complete', 'failed']),
      startedAt: instant.nullable(),
      endedAt: instant.nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
  assets: z.array(chargedAssetSchema),
  /** Settled, less what was refunded. */
  charged: z.number(),
  spent: z.number(),
  refunded: z.number(),
  /** What the provider asked; null for a creator, and before the settlement. */
  usd: z.number().nullable(),
});
export type Charge = z.infer<typeof chargeSchema>;

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
