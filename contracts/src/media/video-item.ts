import { z } from 'zod';
import { LIMITS } from '../common/limits';
import { idempotencyKeySchema, mediaUrl, text } from '../common/fields';

/** size in bytes, duration in seconds. A placeholder in progress has id 'processing-{predictionId}' and no url. */
export const videoItemSchema = z.object({
  id: z.string(),
  url: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  size: z.number(),
  duration: z.number().nullable(),
  thumbnail: z.string().nullable(),
  status: z.enum(['processing', 'complete']),
});
export type VideoItem = z.infer<typeof videoItemSchema>;

export const addImageRequestSchema = z.object({
  imageUrl: mediaUrl,
  /** 0-based place; absent: at the end. */
  insertAt: z.int().min(0).max(LIMITS.assetsPerScene).optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export const setMainImageRequestSchema = z.object({ imageUrl: mediaUrl });

export const videoMetadataSchema = z.object({
  id: text(200).optional(),
  url: mediaUrl,
  filename: text(LIMITS.filename),
  mimeType: text(100).regex(/^video\//, 'must be a video type'),
  size: z.number().min(0).max(Number.MAX_SAFE_INTEGER),
  duration: z.number().min(0).max(86_400).nullish(),
  thumbnail: mediaUrl.nullish(),
  status: z.literal('complete').optional(),
  /** Undo of a deletion: put the deleted video back at its place. */
  insertAt: z.int().min(0).max(LIMITS.assetsPerScene).optional(),
});
export const addVideoRequestSchema = videoMetadataSchema.extend({ idempotencyKey: idempotencyKeySchema.optional() });
export type VideoMetadata = z.infer<typeof videoMetadataSchema>;
export const setMainVideoRequestSchema = z.object({ videoId: text(200).min(1) });

export const replaceProcessingVideoRequestSchema = z.object({
  processingVideoId: text(200).min(1),
  completedVideo: videoMetadataSchema,
  idempotencyKey: idempotencyKeySchema.optional(),
});
export const cleanupDeadImagesResponseSchema = z.object({ removedCount: z.int(), remainingCount: z.int() });
