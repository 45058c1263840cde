import { z } from 'zod';
import { idempotencyKeySchema, idSchema, storable } from '../common/fields';
import { LIMITS } from '../common/limits';
import { utf8Bytes } from '../common/text';
import { STORY_LENGTHS, STORY_TONES } from './story-choices';

export const storyToneSchema = z.enum(STORY_TONES);
export const storyLengthSchema = z.enum(STORY_LENGTHS);

/** What a story is to be about; the same room in every script. */
const idea = storable
  .trim()
  .min(1, 'must not be empty')
  .refine((value) => utf8Bytes(value) <= LIMITS.storyIdeaBytes, `must be at most ${LIMITS.storyIdeaBytes} bytes`);

export const writeStoryRequestSchema = z.object({
  idea,
  tone: storyToneSchema,
  length: storyLengthSchema,
  /** Without it a story that is there already is not written over. */
  replaces: z.boolean().default(false),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type WriteStoryRequest = z.input<typeof writeStoryRequestSchema>;

/** pending: nothing is there yet. writing: it grows. stopped: by its user, with what was written until then. */
export const STORY_DRAFT_STATUSES = ['pending', 'writing', 'complete', 'stopped', 'failed'] as const;
/**
 * Whether it is the project's story. `none`: not yet, or not any more since another one took its place; `used`: it came
 * into the project; `undone`: the story before it came back.
 */
export const STORY_DRAFT_PLACES = ['none', 'used', 'undone'] as const;

/** A story as it is being written, and what became of it. */
export const storyDraftSchema = z.object({
  id: idSchema,
  projectId: idSchema,
  idea: z.string(),
  tone: storyToneSchema,
  length: storyLengthSchema,
  text: z.string(),
  status: z.enum(STORY_DRAFT_STATUSES),
  /** Why it failed, for people; null unless it did. */
  error: z.string().nullable(),
  place: z.enum(STORY_DRAFT_PLACES),
  createdAt: z.string(),
});
export type StoryDraft = z.infer<typeof storyDraftSchema>;

/** The project's newest draft, until it is dismissed. */
export const storyDraftResponseSchema = z.object({ draft: storyDraftSchema.nullable() });
export type StoryDraftResponse = z.infer<typeof storyDraftResponseSchema>;

/** Names the draft that is meant: another one may have taken its place. */
export const storyDraftCommandSchema = z.object({ draftId: idSchema });
