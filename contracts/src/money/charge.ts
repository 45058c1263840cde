import { z } from 'zod';
import { idempotencyKeySchema, idSchema, instant, text } from '../common/fields';
import { auditProjectSchema, auditUserSchema } from './ledger';
import { zapsSchema } from './zaps';

/**
 * Calculation of a price, one step per line, such as '4 images × $0.025 = $0.10'. Only finance sees provider dollars.
 */
export const arithmeticSchema = z.array(z.string());

/** The product of paid work: an image, a clip, the narration of a scene, or a film. */
export const madeAssetSchema = z.object({
  /** For narration and films, the id of the job. */
  id: z.string(),
  kind: z.enum(['image', 'video', 'sound', 'film']),
  url: z.string(),
});
export type MadeAsset = z.infer<typeof madeAssetSchema>;

/**
 * main: selected in its scene; for a film, the project's final video; for a narration, the current one of its scene.
 * in_scene: in the scene, beside the main one. removed: deleted or replaced, or its scene or project is deleted.
 */
export const assetPlaceSchema = z.enum(['main', 'in_scene', 'removed']);

/** An asset with its present place. */
export const chargedAssetSchema = madeAssetSchema.extend({ place: assetPlaceSchema });
export type ChargedAsset = z.infer<typeof chargedAssetSchema>;

export const CHARGE_STEPS = ['reservation', 'settlement', 'release', 'refund'] as const;
export const chargeStepSchema = z.object({
  /** Id of the entry's event. */
  id: idSchema,
  kind: z.enum(CHARGE_STEPS),
  at: instant,
  /** Zaps reserved, spent, released or refunded. */
  zaps: z.number(),
  reason: z.string().nullable(),
  /** People who made and who approved a refund; null when a creator reads the charge, and for other steps. */
  madeBy: auditUserSchema.nullable(),
  approvedBy: auditUserSchema.nullable(),
  revision: z.int(),
  hash: z.string(),
});
export type ChargeStep = z.infer<typeof chargeStepSchema>;

/** Zaps of one lot: a grant, a sandbox purchase, or a package at its price. */
export const paidLotSchema = z.object({
  kind: z.enum(['grant', 'sandbox', 'package']),
  /** Number of the lot's zaps that the charge spent, and the size of the lot. */
  zaps: z.number(),
  of: z.number(),
  /** Dollars paid for the whole lot. */
  usd: z.number(),
});
export type PaidLot = z.infer<typeof paidLotSchema>;

/** A charge explained: one hold, from the quote to the last refund. */
export const chargeSchema = z.object({
  holdId: z.string(),
  user: auditUserSchema,
  /** open: the work is in progress. */
  state: z.enum(['open', 'settled', 'released']),
  description: z.string(),
  provider: z.string(),
  model: z.string(),
  operation: z.string(),
  /** Kind of work: image, video, text … */
  category: z.string(),
  project: auditProjectSchema.nullable(),
  sceneId: idSchema.nullable(),
  sceneTitle: z.string().nullable(),
  /** Id of the run that the zaps pay for. */
  jobId: z.string(),
  quote: z.object({
    zaps: z.number(),
    /** The provider's expected price; null when a creator reads the charge. */
    usd: z.number().nullable(),
    priceVersion: z.string(),
    arithmetic: arithmeticSchema,
    /** True when the plan covers the work: nothing was reserved. */
    covered: z.boolean(),
  }),
  /** In chronological order. */
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
  /** Settled zaps minus refunded ones. */
  charged: z.number(),
  spent: z.number(),
  refunded: z.number(),
  /** The provider's actual price; null when a creator reads the charge, and before the settlement. */
  usd: z.number().nullable(),
  /** The payment for the spent zaps, lot by lot; null when a creator reads the charge. */
  paid: z.object({ usd: z.number(), lots: z.array(paidLotSchema) }).nullable(),
});
export type Charge = z.infer<typeof chargeSchema>;

/** Maximum zaps of one refund; every charge is far below it. */
const MAX_REFUND_ZAPS = 100_000;

/** POST /api/audit/charges/:holdId/refunds refunds the zaps of a charge, fully or partially. */
export const refundRequestSchema = z.object({
  /** The charged user. When it is given, another user's charge is answered as not found (404). */
  userId: idSchema.optional(),
  zaps: zapsSchema(MAX_REFUND_ZAPS).refine((zaps) => zaps > 0, 'must be more than 0'),
  reason: text(500).refine((reason) => reason.trim().length >= 3, 'must say why, in 3 characters or more'),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;

/** The charge after the refund: zaps charged, and zaps refunded so far. A large refund waits for a second person. */
export const refundResponseSchema = z.object({
  refundId: idSchema,
  holdId: idSchema,
  userId: idSchema,
  charged: z.number(),
  refunded: z.number(),
  state: z.enum(['refunded', 'waiting', 'declined']),
});
export type RefundResponse = z.infer<typeof refundResponseSchema>;

/** POST /api/audit/refunds/:id/decline, by a person other than the one who requested the refund. */
export const declineRefundRequestSchema = refundRequestSchema.pick({ reason: true });

/** A large refund that a second person of finance decides on: GET /api/audit/refunds, newest first. */
export const refundToApproveSchema = z.object({
  id: idSchema,
  holdId: idSchema,
  user: auditUserSchema,
  zaps: z.number(),
  reason: z.string(),
  state: z.enum(['waiting', 'approved', 'declined']),
  askedBy: auditUserSchema,
  askedAt: instant,
  decidedBy: auditUserSchema.nullable(),
  decidedAt: instant.nullable(),
  declinedBecause: z.string().nullable(),
});
export type RefundToApprove = z.infer<typeof refundToApproveSchema>;
