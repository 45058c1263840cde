import { z } from 'zod';
import { idempotencyKeySchema, idSchema, text } from '../common/fields';
import { LIMITS } from '../common/limits';

export const saveTemplateRequestSchema = z.object({
  name: text(LIMITS.templateName).trim().min(1, 'must not be empty'),
  contentTemplate: text(LIMITS.postContent).trim().min(1, 'must not be empty'),
  /** Hashtags, separated by spaces. */
  hashtagTemplate: text(LIMITS.postContent).trim().default(''),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type SaveTemplateRequest = z.input<typeof saveTemplateRequestSchema>;

export const contentTemplateSchema = z.object({
  id: idSchema,
  name: z.string(),
  contentTemplate: z.string(),
  hashtagTemplate: z.string(),
  /** Everybody has it, and nobody can delete it. */
  isSeeded: z.boolean(),
});
export type ContentTemplate = z.infer<typeof contentTemplateSchema>;
