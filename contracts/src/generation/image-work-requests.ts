import { z } from 'zod';
import { idempotencyKeySchema, idSchema, mediaUrl, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { isBlank } from '../common/text';
import { IMAGE_MODEL } from '../models/image-models';

/**
 * Maximum size of a mask before it is encoded as Base64. A PNG with two colours takes a hundredth of this, even at the
 * largest dimensions.
 */
export const MASK_BYTES = 1_048_576;
const MASK_CHARACTERS = Math.ceil(MASK_BYTES / 3) * 4;

const MAX_SEED = 2_147_483_647;
const seedSchema = z.int().min(0).max(MAX_SEED);

/** POST /api/images/edit makes another version of an image and puts it beside the image in its scene. */
export const editImageRequestSchema = z.object({
  sceneId: idSchema,
  /** Address of an image of the scene. */
  imageUrl: mediaUrl,
  instruction: text(LIMITS.prompt).refine((value) => !isBlank(value), 'must not be empty'),
  model: text(100).default(IMAGE_MODEL),
  /**
   * A PNG in Base64 with the dimensions in which the image is sent (`sentSize`), transparent where the image may
   * change.
   */
  mask: z
    .string()
    .max(MASK_CHARACTERS, 'is too large')
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be Base64')
    .optional(),
  /** Seed (a whole number) by which a model repeats its result. */
  seed: seedSchema.optional(),
  /** Things that must not appear in the image, for models with an input for them. */
  negativePrompt: text(LIMITS.prompt).optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type EditImageRequest = z.input<typeof editImageRequestSchema>;

/** The job that fills the new slot; GET /api/midjourney/job/:jobId returns its state. */
export const imageWorkResponseSchema = z.object({ jobId: idSchema, imageId: z.string() });
export type ImageWorkResponse = z.infer<typeof imageWorkResponseSchema>;

/** POST /api/images/upscale makes a larger version of an image and puts it beside the image in its scene. */
export const upscaleImageRequestSchema = z.object({
  sceneId: idSchema,
  /** Address of an image of the scene. */
  imageUrl: mediaUrl,
  model: text(100),
  factor: z.union([z.literal(2), z.literal(4)]),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type UpscaleImageRequest = z.input<typeof upscaleImageRequestSchema>;
