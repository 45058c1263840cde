import { z } from 'zod';
import { idempotencyKeySchema, idSchema, storyText, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { isBlank } from '../common/text';
import { sceneSchema } from '../scenes/scene';

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
