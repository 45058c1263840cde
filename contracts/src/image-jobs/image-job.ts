import { z } from 'zod';
import { idempotencyKeySchema, idSchema, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { isBlank } from '../common/text';
import { IMAGE_MODEL } from './image-model';

export const IMAGE_JOB_STATUSES = ['queued', 'processing', 'completed', 'failed'] as const;
export const imageJobStatusSchema = z.enum(IMAGE_JOB_STATUSES);
export type ImageJobStatus = z.infer<typeof imageJobStatusSchema>;

export const generateImageRequestSchema = z.object({
  sceneId: idSchema,
  prompt: text(LIMITS.prompt).refine((value) => !isBlank(value), 'must not be empty'),
  model: text(100).default(IMAGE_MODEL),
  projectId: idSchema.optional(),
  /** 21 characters at random for what is wanted once for one scene. */
  idempotencyKey: idempotencyKeySchema.optional(),
  /**
   * Part of a bulk run, which the plan's daily allowance covers. Absent, as older clients leave it: a request without a
   * key is a bulk request, one with a key is not.
   */
  bulk: z.boolean().optional(),
});
export type GenerateImageRequest = z.input<typeof generateImageRequestSchema>;

export const generateImageResponseSchema = z.object({
  jobId: idSchema,
  /** Place among the jobs that wait, from 1; 0 when it starts at once. */
  queuePosition: z.int(),
  queueStats: z.object({ activeJobs: z.int(), queuedJobs: z.int() }),
});
export type GenerateImageResponse = z.infer<typeof generateImageResponseSchema>;

export const imageJobSchema = z.object({
  id: idSchema,
  sceneId: idSchema,
  projectId: idSchema,
  status: imageJobStatusSchema,
  queuePosition: z.int(),
  result: z.object({ imageUrls: z.array(z.string()) }).nullable(),
  error: z.string().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
});
export type ImageJob = z.infer<typeof imageJobSchema>;

/** The user's own jobs that are queued or processing; the counts are theirs too. */
export const imageQueueSchema = z.object({
  jobs: z.array(imageJobSchema),
  activeJobs: z.int(),
  queuedJobs: z.int(),
});
export type ImageQueue = z.infer<typeof imageQueueSchema>;

/** What the next bulk run costs: zaps for the scenes that the day's allowance does not cover. */
export const bulkQuoteSchema = z.object({ remainingToday: z.int(), zapsPerScene: z.number() });
