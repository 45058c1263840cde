import { z } from 'zod';

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
