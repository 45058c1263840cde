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

/** Request for a post's text, for the given title and platforms. */
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

/** Shortens the project's story, as far as it is saved, to be spoken in about this many seconds. */
export const abridgeStoryRequestSchema = z.object({
  seconds: z.union([z.literal(30), z.literal(60), z.literal(90)]),
  idempotencyKey: idempotencyKeySchema.optional(),
});
/** The shortened story, which replaces nothing before it is accepted under this id. */
export const abridgeStoryResponseSchema = z.object({ abridgingId: idSchema, story: z.string() });
/** `story`: the shortened story as its reader edited it. */
export const acceptAbridgedRequestSchema = z.object({
  abridgingId: idSchema,
  story: storyText.refine((value) => !isBlank(value), 'must not be empty'),
});
export const undoAbridgedRequestSchema = z.object({ abridgingId: idSchema });
/** The project's story now. */
export const abridgedStorySchema = z.object({ story: z.string() });

export const storyToneSchema = z.enum(STORY_TONES);
export const storyLengthSchema = z.enum(STORY_LENGTHS);

/** The idea of a story; its limit is in bytes, so that it is the same in every script. */
const idea = storable
  .trim()
  .min(1, 'must not be empty')
  .refine((value) => utf8Bytes(value) <= LIMITS.storyIdeaBytes, `must be at most ${LIMITS.storyIdeaBytes} bytes`);

export const writeStoryRequestSchema = z.object({
  idea,
  tone: storyToneSchema,
  length: storyLengthSchema,
  /** Must be true to overwrite an existing story. */
  replaces: z.boolean().default(false),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type WriteStoryRequest = z.input<typeof writeStoryRequestSchema>;

/** pending: still empty. writing: it is being streamed. stopped: by its user, with the text so far. */
export const STORY_DRAFT_STATUSES = ['pending', 'writing', 'complete', 'stopped', 'failed'] as const;
/**
 * Relation of the draft to the project's story. `none`: it is not the story, or was replaced by another draft; `used`:
 * it is the story; `undone`: the story before it was restored.
 */
export const STORY_DRAFT_PLACES = ['none', 'used', 'undone'] as const;

/** A generated story, while it is being written and afterwards. */
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

/** Names the intended draft, since another one may have replaced it. */
export const storyDraftCommandSchema = z.object({ draftId: idSchema });
