import { z } from 'zod';
import { idempotencyKeySchema, idSchema, mediaUrl, text } from '../common/fields';
import { LIMITS } from '../common/limits';

export const STYLE_CATEGORIES = ['Midjourney', 'Nano Banana', 'Flux', 'Stable Diffusion', 'Custom'] as const;
export const styleCategorySchema = z.enum(STYLE_CATEGORIES);
export type StyleCategory = z.infer<typeof styleCategorySchema>;

export const saveStyleRequestSchema = z.object({
  name: text(LIMITS.styleName).trim().min(1, 'must not be empty'),
  description: text(LIMITS.description).nullable().default(null),
  imageUrl: mediaUrl,
  prompt: text(LIMITS.prompt).nullable().default(null),
  category: styleCategorySchema,
  attributes: text(LIMITS.styleAttributes)
    .trim()
    .transform((value) => (value === '' ? null : value))
    .nullable()
    .default(null),
});
export const addStyleRequestSchema = saveStyleRequestSchema.extend({ idempotencyKey: idempotencyKeySchema.optional() });
export type SaveStyleRequest = z.input<typeof saveStyleRequestSchema>;

export const styleSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string().nullable(),
  imageUrl: z.string(),
  prompt: z.string().nullable(),
  category: styleCategorySchema,
  attributes: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Style = z.infer<typeof styleSchema>;
