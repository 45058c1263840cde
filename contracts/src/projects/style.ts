import { z } from 'zod';
import { idempotencyKeySchema, idSchema, mediaUrlOr, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { READY_MADE_STYLE_KEYS, READY_MADE_STYLES } from './ready-made-styles';

export const STYLE_CATEGORIES = ['Midjourney', 'Nano Banana', 'Flux', 'Stable Diffusion', 'Custom'] as const;
export const styleCategorySchema = z.enum(STYLE_CATEGORIES);
export type StyleCategory = z.infer<typeof styleCategorySchema>;

/** Images of built-in styles are not stored media: they ship with the front end's code. */
const READY_MADE_PICTURES = READY_MADE_STYLE_KEYS.map((key) => READY_MADE_STYLES[key].picture);

export const addReadyMadeStyleRequestSchema = z.object({ key: z.enum(READY_MADE_STYLE_KEYS) });

export const saveStyleRequestSchema = z.object({
  name: text(LIMITS.styleName).trim().min(1, 'must not be empty'),
  description: text(LIMITS.description).nullable().default(null),
  imageUrl: mediaUrlOr(READY_MADE_PICTURES),
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
