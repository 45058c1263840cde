import { z } from 'zod';
import { pageQuerySchema } from '../common/answers';
import { idempotencyKeySchema, idSchema, mediaUrl, storyText, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { filmSettingsSchema } from '../films/film';
import { speakerVoicesSchema } from '../generation/speech';
import { storedCastSchema } from './cast';
import { isLanguageTag } from '../writing/languages';
import { NEW_PROJECT, PROJECT_STATUSES } from './new-project';
import { videoItemSchema } from './scene';
import { FRAMES_PER_PAGE, STORYBOARD_PAPERS } from './storyboard-pages';

export const projectStatusSchema = z.enum(PROJECT_STATUSES);

/** pending: there is no audio yet. */
export const audioStatusSchema = z.enum(['pending', 'processing', 'complete']);

/** Counts of a project's scenes, from which the progression dots are drawn. */
export const sceneCountsSchema = z.object({
  total: z.int(),
  described: z.int(),
  /** Scenes with a description and an image prompt, for which images can be generated. */
  prompted: z.int(),
  withImage: z.int(),
  withMainVideo: z.int(),
  withImageAndMainVideo: z.int(),
  withAnyMedia: z.int(),
  /** Scenes that have a narration, or whose words were removed. */
  narrated: z.int(),
});
export type SceneCounts = z.infer<typeof sceneCountsSchema>;

/** Fields of a project that its owner can edit. */
export const projectFieldsSchema = z.object({
  title: text(LIMITS.title),
  description: text(LIMITS.description),
  story: storyText,
  status: projectStatusSchema,
  selectedStyle: idSchema.nullable(),
  characters: text(LIMITS.continuity),
  environment: text(LIMITS.continuity),
  props: text(LIMITS.continuity),
  imageUrl: mediaUrl.nullable(),
  midjourneyPrompt: text(LIMITS.continuity),
  storyAudioUrl: mediaUrl.nullable(),
  storyAudioFilename: text(LIMITS.filename).nullable(),
  storyAudioStatus: audioStatusSchema,
  /** Reason why the last attempt at the audio failed; otherwise null. */
  storyAudioError: z.string().nullable(),
  completedVideoUrl: mediaUrl.nullable(),
  completedVideoFilename: text(LIMITS.filename).nullable(),
  completedVideoStatus: audioStatusSchema,
  /** Language of the texts, as a tag of `LANGUAGES`; null means the language of the story. */
  language: text(LIMITS.languageTag).refine(isLanguageTag, 'must be a known language').nullable(),
  /** Voice of each speaker. When empty, all speakers use the first available voice that fits the language. */
  voices: speakerVoicesSchema,
  /** Ids and pictures of characters, places and props; `castMembers` adds their descriptions. */
  cast: storedCastSchema,
  film: filmSettingsSchema,
  /** Music of the film; replaces the audio of the Audio tab. */
  filmMusicUrl: mediaUrl.nullable(),
  filmMusicFilename: text(LIMITS.filename).nullable(),
});
export type ProjectFields = z.infer<typeof projectFieldsSchema>;

export const projectSchema = projectFieldsSchema.extend({
  id: idSchema,
  userId: idSchema,
  /** The project of which this one is an alternative; null for other projects. */
  alternativeOf: idSchema.nullable(),
  sceneCount: z.int(),
  /** Main image of the first scene that has one. */
  thumbnail: z.string().nullable(),
  sceneCounts: sceneCountsSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Revision of the project's stream that this row contains, as a decimal number. */
  revision: z.string(),
});
export type Project = z.infer<typeof projectSchema>;

/** A `userId` in the body is ignored: the owner is always the session's user. */
export const createProjectRequestSchema = z.object({
  title: text(LIMITS.title).default(NEW_PROJECT.title),
  description: text(LIMITS.description).default(NEW_PROJECT.description),
  status: projectStatusSchema.default(NEW_PROJECT.status),
  story: storyText.optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type CreateProjectRequest = z.input<typeof createProjectRequestSchema>;

export const updateProjectRequestSchema = projectFieldsSchema.omit({ storyAudioError: true, cast: true }).partial();
export type UpdateProjectRequest = z.infer<typeof updateProjectRequestSchema>;

/** The client may send the whole deleted project; only its id is used. */
export const restoreRequestSchema = z.object({ id: idSchema });

/** All of the user's projects in their new order. */
export const reorderProjectsRequestSchema = z.object({ projectIds: z.array(idSchema).max(LIMITS.projectsPerUser) });

const OF_ITS_OWN_PAGE = {
  story: true,
  characters: true,
  environment: true,
  props: true,
  midjourneyPrompt: true,
  language: true,
  voices: true,
  cast: true,
  film: true,
  filmMusicUrl: true,
  filmMusicFilename: true,
} as const;

/** A project in a list, without the texts, voices and film settings that only the project's own page needs. */
export const projectSummarySchema = projectSchema.omit(OF_ITS_OWN_PAGE).extend({
  /** True when the story contains more than white space. */
  hasStory: z.boolean(),
});
export type ProjectSummary = z.infer<typeof projectSummarySchema>;

/** Response of a route with a `fields` parameter. */
export const projectOrSummarySchema = z.union([projectSchema, projectSummarySchema]);

const fields = z
  .enum(['summary'])
  .optional()
  .describe('`summary` leaves out the long texts and says only whether there is a story.');
export const projectQuerySchema = z.object({ fields });
export const projectListQuerySchema = pageQuerySchema.extend({ fields });

/** Maximum deleted things in a list, which contains the newest: as many as a person would look through. */
export const DELETED_THINGS = 100;

const common = {
  id: z.string(),
  sceneId: idSchema,
  /** Title of the scene. */
  title: z.string(),
  /** ISO 8601 */
  deletedAt: z.string(),
};
/** Former index among the images or clips of its scene, from 0. */
const index = z.int().min(0);

/** A deleted part of a project that can be restored, with the data needed to restore it. */
export const deletedThingSchema = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('scene'), imageUrl: z.string().nullable() }),
  z.object({ ...common, kind: z.literal('image'), index, imageUrl: z.string() }),
  z.object({ ...common, kind: z.literal('video'), index, video: videoItemSchema }),
]);
export type DeletedThing = z.infer<typeof deletedThingSchema>;

export const deletedProjectSchema = z.object({
  id: idSchema,
  title: z.string(),
  sceneCount: z.int(),
  thumbnail: z.string().nullable(),
  /** ISO 8601 */
  deletedAt: z.string(),
});
export type DeletedProject = z.infer<typeof deletedProjectSchema>;

/** Layout of a storyboard PDF. */
export const storyboardQuerySchema = z.object({
  paper: z.enum(STORYBOARD_PAPERS).default('a4'),
  frames: z.coerce.number().pipe(z.literal(FRAMES_PER_PAGE)).default(4),
});
