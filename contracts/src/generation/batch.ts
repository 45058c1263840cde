import { z } from 'zod';
import { idempotencyKeySchema, idSchema } from '../common/fields';
import { LIMITS } from '../common/limits';
import { generateVideoRequestSchema } from './jobs';

/** cancelled: no further scene is started; the batch ends with the scenes under way. */
export const BATCH_STATUSES = ['running', 'paused', 'cancelled', 'ended'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Progress of a batch. Kept small: each of the batch's events and push messages contains it. */
export const batchProgressSchema = z.object({
  status: z.enum(BATCH_STATUSES),
  isOver: z.boolean(),
  waiting: z.int(),
  running: z.int(),
  made: z.int(),
  failed: z.int(),
  /** Scenes left out: deleted, full, or already being generated elsewhere. */
  skipped: z.int(),
  cancelled: z.int(),
  /** Number of scenes generated at the same time. */
  atOnce: z.int(),
  /** Average time per scene; null before the first one has ended. */
  sceneMs: z.number().nullable(),
  /** The agreed price, and the zaps spent of it. */
  zaps: z.number(),
  spentZaps: z.number(),
});
export type BatchProgress = z.infer<typeof batchProgressSchema>;

/** The kinds of results that a batch makes for each of its scenes. */
export const BATCH_KINDS = ['images', 'descriptions', 'clips', 'speech'] as const;
export const batchKindSchema = z.enum(BATCH_KINDS);
export type BatchKind = z.infer<typeof batchKindSchema>;

/** Model and settings of the clips, as for a single clip; without a length each clip is as long as its scene. */
export const clipChoiceSchema = generateVideoRequestSchema.pick({ modelId: true, settings: true });
export type ClipChoice = z.infer<typeof clipChoiceSchema>;

const order = {
  projectId: idSchema,
  kind: batchKindSchema,
  /** In the order of generation. */
  sceneIds: z.array(idSchema).min(1).max(LIMITS.scenesPerProject),
  clips: clipChoiceSchema.optional(),
};
const saysWhichClips = ({ kind, clips }: { kind: BatchKind; clips?: unknown }): boolean =>
  (kind === 'clips') === (clips !== undefined);
const SAYS_WHICH = { path: ['clips'], message: 'must be there for clips, and for nothing else' };

export const batchQuoteRequestSchema = z.object(order).refine(saysWhichClips, SAYS_WHICH);
export type BatchOrder = z.infer<typeof batchQuoteRequestSchema>;

const leftOutSchema = z.object({
  sceneId: idSchema,
  /** Reason for leaving the scene out, for users. */
  message: z.string(),
});
export const batchQuoteSchema = z.object({
  /** Number of scenes that will be generated. */
  scenes: z.int(),
  /** Price of all scenes together. */
  zaps: z.number(),
  /** Number of scenes that the plan covers today. */
  includedScenes: z.int(),
  leftOut: leftOutSchema.array(),
});
export type BatchQuote = z.infer<typeof batchQuoteSchema>;

export const startBatchRequestSchema = z
  .object({
    ...order,
    /** The displayed price, which the batch never exceeds. Refused (409) when the price has risen since. */
    zaps: z.number().min(0).max(10_000_000),
    idempotencyKey: idempotencyKeySchema.optional(),
  })
  .refine(saysWhichClips, SAYS_WHICH);
export type StartBatchRequest = z.infer<typeof startBatchRequestSchema>;

/** Reason why no further scene is started. Without a code, the owner paused the batch. */
export const batchPauseSchema = z.object({
  code: z.enum(['insufficient_zaps', 'budget_reached', 'price_changed']).nullable(),
  message: z.string().nullable(),
  /** The batch's total price when it has risen above the agreed one: resuming the batch accepts this price. */
  zaps: z.number().nullable(),
});
export type BatchPause = z.infer<typeof batchPauseSchema>;

export const batchSchema = batchProgressSchema.extend({
  id: idSchema,
  projectId: idSchema,
  projectTitle: z.string().nullable(),
  kind: batchKindSchema,
  modelId: z.string().nullable(),
  pause: batchPauseSchema.nullable(),
  /** The first scenes that failed or were skipped. */
  problems: leftOutSchema.array(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
});
export type Batch = z.infer<typeof batchSchema>;

export const BATCH_SCENE_STATUSES = ['waiting', 'running', 'made', 'failed', 'skipped', 'cancelled'] as const;
export type BatchSceneStatus = (typeof BATCH_SCENE_STATUSES)[number];

/** A batch with the status of each of its scenes, in the batch's order. */
export const batchDetailSchema = batchSchema.extend({
  scenes: z.array(
    z.object({ sceneId: idSchema, status: z.enum(BATCH_SCENE_STATUSES), message: z.string().nullable() }),
  ),
});
export type BatchDetail = z.infer<typeof batchDetailSchema>;
