import { z } from 'zod';
import { pageQuerySchema } from '../common/answers';
import { idempotencyKeySchema, idSchema, mediaUrl, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { sceneSpeechSchema, speechStatusSchema } from '../generation/speech';
import { shotPinsSchema } from '../films/shot-changes';
import { castMemberIdSchema } from './cast';
import { NEW_SCENE } from './scene-defaults';

/**
 * Sizes are in bytes, durations in seconds. A placeholder for a clip in progress has the id 'processing-{predictionId}'
 * and no url.
 */
export const videoItemSchema = z.object({
  id: z.string(),
  url: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  size: z.number(),
  duration: z.number().nullable(),
  thumbnail: z.string().nullable(),
  status: z.enum(['processing', 'complete']),
});
export type VideoItem = z.infer<typeof videoItemSchema>;

export const addImageRequestSchema = z.object({
  imageUrl: mediaUrl,
  /** Zero-based index; when absent, the item is added at the end. */
  insertAt: z.int().min(0).max(LIMITS.assetsPerScene).optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export const setMainImageRequestSchema = z.object({ imageUrl: mediaUrl });

export const videoMetadataSchema = z.object({
  id: text(200).optional(),
  url: mediaUrl,
  filename: text(LIMITS.filename),
  mimeType: text(100).regex(/^video\//, 'must be a video type'),
  size: z.number().min(0).max(Number.MAX_SAFE_INTEGER),
  duration: z.number().min(0).max(86_400).nullish(),
  thumbnail: mediaUrl.nullish(),
  status: z.literal('complete').optional(),
  /** Undoes a deletion: puts the deleted video back at its index. */
  insertAt: z.int().min(0).max(LIMITS.assetsPerScene).optional(),
});
export const addVideoRequestSchema = videoMetadataSchema.extend({ idempotencyKey: idempotencyKeySchema.optional() });
export type VideoMetadata = z.infer<typeof videoMetadataSchema>;
export const setMainVideoRequestSchema = z.object({ videoId: text(200).min(1) });

export const replaceProcessingVideoRequestSchema = z.object({
  processingVideoId: text(200).min(1),
  completedVideo: videoMetadataSchema,
  idempotencyKey: idempotencyKeySchema.optional(),
});
export const cleanupDeadImagesResponseSchema = z.object({ removedCount: z.int(), remainingCount: z.int() });

export const IMAGE_SLOT_STATUSES = ['pending', 'processing', 'complete', 'failed'] as const;
export const imageSlotStatusSchema = z.enum(IMAGE_SLOT_STATUSES);
export type ImageSlotStatus = z.infer<typeof imageSlotStatusSchema>;

/** pending: the initial state. idle: no slots left. */
export const IMAGE_STATUSES = ['pending', 'idle', 'processing', 'complete', 'failed'] as const;
export const imageStatusSchema = z.enum(IMAGE_STATUSES);
export type ImageStatus = z.infer<typeof imageStatusSchema>;

const order = z.number().min(0).max(1_000_000_000);

/** Texts and duration (in seconds) of a scene, which are saved automatically. `narrationOf` returns the spoken text. */
export const sceneFieldsSchema = z.object({
  title: text(LIMITS.title),
  description: text(LIMITS.description),
  imagePrompt: text(LIMITS.prompt),
  videoPrompt: text(LIMITS.prompt),
  duration: z.number().min(LIMITS.durationMin).max(LIMITS.durationMax),
  /** Null until a user has written a narration; until then, other words of the scene are spoken. */
  narration: text(LIMITS.narration).nullable(),
  /** The speaker: a character's name, or `NARRATOR`. */
  speaker: text(LIMITS.speaker),
  /** Ids of the cast members that the scene shows; null while they are determined by the scene's words. */
  cast: z.array(castMemberIdSchema).max(LIMITS.castMembers).nullable(),
});
export type SceneFields = z.infer<typeof sceneFieldsSchema>;

export const sceneSchema = sceneFieldsSchema.extend({
  id: idSchema,
  projectId: idSchema,
  /** The words of the story that this scene was made from; empty for a scene added by hand. */
  sourceText: z.string(),
  order: z.number(),
  /** Rank among the project's scenes, from 1. */
  displayOrder: z.int(),
  /** The main image. */
  imageUrl: z.string().nullable(),
  /** One entry per slot; '' until the slot's image is made. This list and the following three are parallel. */
  imageUrls: z.array(z.string()),
  imageStatuses: z.array(imageSlotStatusSchema),
  imageJobIds: z.array(z.string().nullable()),
  imageIds: z.array(z.string()),
  imageStatus: imageStatusSchema,
  /** Images that a newer one has replaced, which the film skips. Absent when there are none. */
  asideUrls: z.array(z.string()).optional(),
  videos: z.array(videoItemSchema),
  mainVideoId: z.string().nullable(),
  /** The main video's address. */
  videoUrl: z.string().nullable(),
  videoUrls: z.array(z.string()),
  videoStatuses: z.array(z.string()),
  /** The newest narration; it stays while another one is being made. */
  speech: sceneSpeechSchema.nullable(),
  speechStatus: speechStatusSchema,
  /** Reason why the last attempt failed, for users; otherwise null. */
  speechError: z.string().nullable(),
  /** Shots of the film that were set by hand. */
  shotPins: shotPinsSchema,
  /** True when a user has edited the description or a prompt since they were last generated together. */
  textsEdited: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  revision: z.string(),
});
export type Scene = z.infer<typeof sceneSchema>;

export const createSceneRequestSchema = z.object({
  projectId: idSchema,
  title: text(LIMITS.title).default(NEW_SCENE.title),
  description: text(LIMITS.description).default(NEW_SCENE.description),
  imagePrompt: text(LIMITS.prompt).default(''),
  videoPrompt: text(LIMITS.prompt).default(''),
  duration: sceneFieldsSchema.shape.duration.default(NEW_SCENE.duration),
  /** Default: the largest order + 1. */
  order: order.optional(),
  imageUrl: mediaUrl.nullish(),
  imageStatus: imageStatusSchema.optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type CreateSceneRequest = z.input<typeof createSceneRequestSchema>;

/** In imageUrls, imageStatuses and imageJobIds, a client may only remove slots or mark processing slots as failed. */
export const updateSceneRequestSchema = sceneFieldsSchema.partial().extend({
  order: order.optional(),
  imageStatus: imageStatusSchema.optional(),
  imageStatuses: z.array(imageSlotStatusSchema).max(LIMITS.assetsPerScene).optional(),
  imageUrls: z.array(z.string().max(LIMITS.url)).max(LIMITS.assetsPerScene).optional(),
  imageJobIds: z.array(z.string().max(100).nullable()).max(LIMITS.assetsPerScene).optional(),
  idempotencyKey: z.null().optional(),
});
export type UpdateSceneRequest = z.infer<typeof updateSceneRequestSchema>;

/** The project's scenes in their new order; each scene's `order` becomes its position × 10. */
export const reorderScenesRequestSchema = z.object({
  projectId: idSchema,
  sceneIds: z.array(idSchema).min(1).max(LIMITS.scenesPerProject),
});

/**
 * The scene's spoken words, divided in two. Together, the parts must equal the present words except for white space.
 */
export const splitSceneRequestSchema = z.object({
  first: text(LIMITS.narration).min(1),
  second: text(LIMITS.narration).min(1),
  idempotencyKey: idempotencyKeySchema.optional(),
});
/** All scenes of the project after a split or a merge, and the id by which it can be undone. */
export const cutScenesResponseSchema = z.object({ cutId: idSchema, scenes: z.array(sceneSchema) });
export type CutScenes = z.infer<typeof cutScenesResponseSchema>;
export const undoCutRequestSchema = z.object({ projectId: idSchema, cutId: idSchema });

export const sceneListQuerySchema = pageQuerySchema.extend({ projectId: idSchema.optional() });

export const processStoryRequestSchema = z.object({
  projectId: idSchema,
  maxScenes: z.int().min(1).max(LIMITS.scenesPerStory).optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export const processStoryResponseSchema = z.object({ sceneCount: z.int() });

export const deleteAllScenesResponseSchema = z.object({ deletedCount: z.int() });
/** Undoes the newest replacement or deletion of all scenes of a project. */
export const restoreAllScenesRequestSchema = z.object({
  projectId: idSchema,
  idempotencyKey: idempotencyKeySchema.optional(),
});
export const restoreAllScenesResponseSchema = z.object({ restoredCount: z.int() });
