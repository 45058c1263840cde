import { z } from 'zod';
import { idempotencyKeySchema, idSchema, mediaUrl, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { isBlank } from '../common/text';
import { IMAGE_MODEL } from '../models/image-models';
import { IMAGE_WORKS } from './image-work';

export const IMAGE_JOB_STATUSES = ['queued', 'processing', 'completed', 'failed'] as const;
export const imageJobStatusSchema = z.enum(IMAGE_JOB_STATUSES);
export type ImageJobStatus = z.infer<typeof imageJobStatusSchema>;

export const generateImageRequestSchema = z.object({
  sceneId: idSchema,
  prompt: text(LIMITS.prompt).refine((value) => !isBlank(value), 'must not be empty'),
  model: text(100).default(IMAGE_MODEL),
  projectId: idSchema.optional(),
  /** Address of an image of the scene that is sent as the first reference, so that the results are variations of it. */
  variationOf: mediaUrl.optional(),
  /** 21 random characters: one key for each generation of a scene that the user requests. */
  idempotencyKey: idempotencyKeySchema.optional(),
  /**
   * True for a part of a bulk run, which the plan's daily allowance covers. Older clients do not send this field: their
   * requests without an idempotency key count as part of a bulk run, and those with a key do not.
   */
  bulk: z.boolean().optional(),
});
export type GenerateImageRequest = z.input<typeof generateImageRequestSchema>;

export const generateImageResponseSchema = z.object({
  jobId: idSchema,
  /** Position in the queue, from 1; 0 when the job starts at once. */
  queuePosition: z.int(),
  queueStats: z.object({ activeJobs: z.int(), queuedJobs: z.int() }),
});
export type GenerateImageResponse = z.infer<typeof generateImageResponseSchema>;

export const imageJobSchema = z.object({
  id: idSchema,
  sceneId: idSchema,
  projectId: idSchema,
  /** Whether the images are new or made from another image; absent in responses of earlier releases. */
  work: z.enum(IMAGE_WORKS).optional(),
  status: imageJobStatusSchema,
  queuePosition: z.int(),
  result: z.object({ imageUrls: z.array(z.string()) }).nullable(),
  error: z.string().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
});
export type ImageJob = z.infer<typeof imageJobSchema>;

/** The user's own queued or processing jobs; the counts also include only the user's. */
export const imageQueueSchema = z.object({
  jobs: z.array(imageJobSchema),
  activeJobs: z.int(),
  queuedJobs: z.int(),
});
export type ImageQueue = z.infer<typeof imageQueueSchema>;

/** Price of the next bulk run: zaps for each scene beyond the day's allowance. */
export const bulkQuoteSchema = z.object({ remainingToday: z.int(), zapsPerScene: z.number() });

export const videoModelSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** First day on which the model no longer works; absent when no such day is known. */
  retiresOn: z.string().optional(),
  /** True when the model can no longer be chosen for new work. */
  isRetired: z.boolean().optional(),
});
export type VideoModel = z.infer<typeof videoModelSchema>;

export const settingSchemaSchema = z.object({
  type: z.enum(['string', 'integer', 'number', 'boolean']),
  title: z.string(),
  description: z.string(),
  default: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
});
export type SettingSchema = z.infer<typeof settingSchemaSchema>;
export const modelSchemaSchema = z.record(z.string(), settingSchemaSchema);
export type ModelSchema = z.infer<typeof modelSchemaSchema>;

export const CLIP_SOURCES = ['image', 'cast'] as const;
export type ClipSource = (typeof CLIP_SOURCES)[number];

export const generateVideoRequestSchema = z.object({
  sceneId: idSchema,
  modelId: text(100),
  settings: z.record(z.string().max(100), z.union([text(10_000), z.number(), z.boolean(), z.null()])),
  /**
   * `cast`: the clip is made from the pictures of the scene's cast. By default a clip starts with the main image, which
   * already shows the cast; the pictures are added if the model accepts both.
   */
  from: z.enum(CLIP_SOURCES).optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type GenerateVideoRequest = z.infer<typeof generateVideoRequestSchema>;

export const generateVideoResponseSchema = z.object({
  predictionId: idSchema,
  costInfo: z.object({ creditsUsed: z.number(), costUsd: z.number() }),
});
export type GenerateVideoResponse = z.infer<typeof generateVideoResponseSchema>;

export const predictionSchema = z.object({
  id: idSchema,
  sceneId: idSchema,
  projectId: idSchema,
  status: z.enum(['queued', 'processing', 'succeeded', 'failed', 'canceled']),
  /** 0 to 1; null while unknown. */
  progress: z.number().nullable(),
  error: z.string().nullable(),
});
export type Prediction = z.infer<typeof predictionSchema>;
