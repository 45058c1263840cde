import { z } from 'zod';
import { idempotencyKeySchema, idSchema } from '../common/fields';
import { LIMITS } from '../common/limits';
import { generateVideoRequestSchema } from './jobs';

/** cancelled: nothing further is begun; it is over when what was under way is. */
export const BATCH_STATUSES = ['running', 'paused', 'cancelled', 'ended'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** How far a batch is. Small: it goes along with each of its events and push messages. */
export const batchProgressSchema = z.object({
  status: z.enum(BATCH_STATUSES),
  isOver: z.boolean(),
  waiting: z.int(),
  running: z.int(),
  made: z.int(),
  failed: z.int(),
  /** Scenes of which nothing could be made: deleted, full, or already being made elsewhere. */
  skipped: z.int(),
  cancelled: z.int(),
  /** Scenes that are made at the same time. */
  atOnce: z.int(),
  /** What a scene took, on average; null before the first one has ended. */
  sceneMs: z.number().nullable(),
  /** The price that was agreed to, and what of it is spent. */
  zaps: z.number(),
  spentZaps: z.number(),
});
export type BatchProgress = z.infer<typeof batchProgressSchema>;

/** What a batch makes of each of its scenes. */
export const BATCH_KINDS = ['images', 'descriptions', 'clips', 'speech'] as const;
export const batchKindSchema = z.enum(BATCH_KINDS);
export type BatchKind = z.infer<typeof batchKindSchema>;

/** The model of the clips and its settings, as for a single one; without a length each clip is as long as its scene. */
export const clipChoiceSchema = generateVideoRequestSchema.pick({ modelId: true, settings: true });
export type ClipChoice = z.infer<typeof clipChoiceSchema>;

const order = {
  projectId: idSchema,
  kind: batchKindSchema,
  /** In the order in which they are made. */
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
  /** Why nothing can be made of it, for people. */
  message: z.string(),
});
export const batchQuoteSchema = z.object({
  /** Scenes of which something will be made. */
  scenes: z.int(),
  /** Of all of them together. */
  zaps: z.number(),
  /** Those that the plan covers today. */
  includedScenes: z.int(),
  leftOut: leftOutSchema.array(),
});
export type BatchQuote = z.infer<typeof batchQuoteSchema>;

export const startBatchRequestSchema = z
  .object({
    ...order,
    /** The price that was shown: the batch never costs more. Refused (409) when the price is higher by now. */
    zaps: z.number().min(0).max(10_000_000),
    idempotencyKey: idempotencyKeySchema.optional(),
  })
  .refine(saysWhichClips, SAYS_WHICH);
export type StartBatchRequest = z.infer<typeof startBatchRequestSchema>;

/** Why nothing further is begun. Without a code: its owner wants it so. */
export const batchPauseSchema = z.object({
  code: z.enum(['insufficient_zaps', 'budget_reached', 'price_changed']).nullable(),
  message: z.string().nullable(),
  /** What the batch costs in all by now, when that is more than was agreed to: who resumes it agrees to this. */
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
  /** Scenes that failed or were passed over: the first of them. */
  problems: leftOutSchema.array(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
});
export type Batch = z.infer<typeof batchSchema>;

export const BATCH_SCENE_STATUSES = ['waiting', 'running', 'made', 'failed', 'skipped', 'cancelled'] as const;
export type BatchSceneStatus = (typeof BATCH_SCENE_STATUSES)[number];

/** A batch with each of its scenes, in its order. */
export const batchDetailSchema = batchSchema.extend({
  scenes: z.array(
    z.object({ sceneId: idSchema, status: z.enum(BATCH_SCENE_STATUSES), message: z.string().nullable() }),
  ),
});
export type BatchDetail = z.infer<typeof batchDetailSchema>;
