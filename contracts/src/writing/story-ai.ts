import { z } from 'zod';
import { idempotencyKeySchema, idSchema, storable, storyText, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { isBlank, utf8Bytes } from '../common/text';
import { projectFieldsSchema } from '../projects/project';
import { sceneSchema } from '../projects/scene';
import { SOCIAL_PLATFORMS } from '../publishing/platforms';
import { STORY_LENGTHS, STORY_TONES } from './story-material';

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

/** Requests a post's text for a title and platforms. */
export const describePostRequestSchema = z.object({
  title: text(LIMITS.title).trim().min(1, 'must not be empty'),
  platforms: z.enum(SOCIAL_PLATFORMS).array().min(1).max(SOCIAL_PLATFORMS.length),
  projectContext: z
    .object({
      title: text(LIMITS.title).default(''),
      description: text(LIMITS.description).nullable().default(null),
      story: storyText.nullable().default(null),
      /** The language chosen for the project. */
      language: projectFieldsSchema.shape.language.optional(),
    })
    .nullable()
    .default(null),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export const describePostResponseSchema = z.object({ description: z.string() });

/** Shortens the project's saved story so that it takes about this many seconds to speak. */
export const abridgeStoryRequestSchema = z.object({
  seconds: z.union([z.literal(30), z.literal(60), z.literal(90)]),
  idempotencyKey: idempotencyKeySchema.optional(),
});
/** The shortened story. It does not replace the project's story until it is accepted under this id. */
export const abridgeStoryResponseSchema = z.object({ abridgingId: idSchema, story: z.string() });
/** `story`: the shortened story as the user has edited it. */
export const acceptAbridgedRequestSchema = z.object({
  abridgingId: idSchema,
  story: storyText.refine((value) => !isBlank(value), 'must not be empty'),
});
export const undoAbridgedRequestSchema = z.object({ abridgingId: idSchema });
/** The project's story after accepting the shortened one. */
export const abridgedStorySchema = z.object({ story: z.string() });

export const storyToneSchema = z.enum(STORY_TONES);
export const storyLengthSchema = z.enum(STORY_LENGTHS);

/** The idea for a story. Its limit counts UTF-8 bytes, whatever the script. */
const idea = storable
  .trim()
  .min(1, 'must not be empty')
  .refine((value) => utf8Bytes(value) <= LIMITS.storyIdeaBytes, `must be at most ${LIMITS.storyIdeaBytes} bytes`);

export const writeStoryRequestSchema = z.object({
  idea,
  tone: storyToneSchema,
  length: storyLengthSchema,
  /** Required to be true to overwrite an existing story. */
  replaces: z.boolean().default(false),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type WriteStoryRequest = z.input<typeof writeStoryRequestSchema>;

/**
 * pending: the draft is still empty. writing: it is being streamed. stopped: the user stopped it, and its text so far
 * is kept.
 */
export const STORY_DRAFT_STATUSES = ['pending', 'writing', 'complete', 'stopped', 'failed'] as const;
/**
 * Relation of the draft to the project's story. `none`: the story does not come from the draft, or another draft has
 * replaced it. `used`: the draft became the story. `undone`: the previous story was restored.
 */
export const STORY_DRAFT_PLACES = ['none', 'used', 'undone'] as const;

/** A generated story, during its generation and afterwards. */
export const storyDraftSchema = z.object({
  id: idSchema,
  projectId: idSchema,
  idea: z.string(),
  tone: storyToneSchema,
  length: storyLengthSchema,
  text: z.string(),
  status: z.enum(STORY_DRAFT_STATUSES),
  /** Reason of a failure, for users; otherwise null. */
  error: z.string().nullable(),
  place: z.enum(STORY_DRAFT_PLACES),
  createdAt: z.string(),
});
export type StoryDraft = z.infer<typeof storyDraftSchema>;

/** The project's newest draft, until it is dismissed. */
export const storyDraftResponseSchema = z.object({ draft: storyDraftSchema.nullable() });
export type StoryDraftResponse = z.infer<typeof storyDraftResponseSchema>;

/** Names the draft that is meant, since another draft may have replaced it. */
export const storyDraftCommandSchema = z.object({ draftId: idSchema });
