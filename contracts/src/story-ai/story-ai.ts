import { z } from 'zod';
import { idempotencyKeySchema, idSchema, storyText, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { isBlank } from '../common/text';
import { sceneSchema } from '../scenes/scene';
import { SOCIAL_PLATFORMS } from '../social/platforms';

export const describeSceneRequestSchema = z.object({
  continuityDetails: text(LIMITS.continuity * 4).optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export const describeSceneResponseSchema = z.object({
  scene: sceneSchema,
  description: z.string(),
});
export const videoPromptResponseSchema = z.object({ videoPrompt: z.string() });
export const enhancePromptResponseSchema = z.object({ enhancedPrompt: z.string() });
export const continuityRequestSchema = z.object({
  story: storyText.refine((value) => !isBlank(value), 'must not be empty'),
  projectId: idSchema.optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export const continuityResponseSchema = z.object({
  characters: z.string(),
  environments: z.string(),
  props: z.string(),
});
export type Continuity = z.infer<typeof continuityResponseSchema>;

/** A text for a post of that title on those platforms. */
export const describePostRequestSchema = z.object({
  title: text(LIMITS.title).trim().min(1, 'must not be empty'),
  platforms: z.enum(SOCIAL_PLATFORMS).array().min(1).max(SOCIAL_PLATFORMS.length),
  projectContext: z
    .object({
      title: text(LIMITS.title).default(''),
      description: text(LIMITS.description).nullable().default(null),
      story: storyText.nullable().default(null),
    })
    .nullable()
    .default(null),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export const describePostResponseSchema = z.object({ description: z.string() });
