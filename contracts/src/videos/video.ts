import { z } from 'zod';
import { idempotencyKeySchema, idSchema, text } from '../common/fields';
import { VIDEO_MODEL_IDS } from './models';

export const videoModelSchema = z.object({ id: z.string(), name: z.string() });
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

export const generateVideoRequestSchema = z.object({
  sceneId: idSchema,
  modelId: z.enum(VIDEO_MODEL_IDS),
  settings: z.record(z.string().max(100), z.union([text(10_000), z.number(), z.boolean(), z.null()])),
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
  /** 0 to 1, null while unknown. */
  progress: z.number().nullable(),
  error: z.string().nullable(),
});
export type Prediction = z.infer<typeof predictionSchema>;
