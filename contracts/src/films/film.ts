import { z } from 'zod';
import { idempotencyKeySchema, idSchema, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import {
  CAPTION_STYLES,
  FILM_FORMATS,
  FILM_PACES,
  FILM_QUALITIES,
  MAX_TRIM_SECONDS,
  TRANSITIONS,
} from './film-settings';

export const generateFilmRequestSchema = z.object({
  projectId: idSchema,
  quality: z.enum(FILM_QUALITIES),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type GenerateFilmRequest = z.infer<typeof generateFilmRequestSchema>;

export const generateFilmResponseSchema = z.object({
  filmId: idSchema,
  costInfo: z.object({ creditsUsed: z.number() }),
});
export type GenerateFilmResponse = z.infer<typeof generateFilmResponseSchema>;

/** What a film consists of when it is made. */
export const filmFilesSchema = z.object({
  /** MP4, H.264 and AAC. */
  url: z.string(),
  /** JPEG. */
  posterUrl: z.string(),
  srtUrl: z.string(),
  vttUrl: z.string(),
  seconds: z.number(),
  bytes: z.int(),
});
export type FilmFiles = z.infer<typeof filmFilesSchema>;

export const filmSchema = z.object({
  id: idSchema,
  projectId: idSchema,
  status: z.enum(['queued', 'processing', 'succeeded', 'failed']),
  quality: z.enum(FILM_QUALITIES),
  format: z.enum(FILM_FORMATS),
  /** Scenes in it. */
  scenes: z.int(),
  /** As planned, before it is made. */
  seconds: z.number(),
  /** 0 to 1, and what is being done, for people. */
  progress: z.number(),
  step: z.string(),
  error: z.string().nullable(),
  files: filmFilesSchema.nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
});
export type Film = z.infer<typeof filmSchema>;

/** What differs for one scene from what is done without being asked. */
export const filmSceneSettingsSchema = z.object({
  sceneId: idSchema,
  /** clip: the main clip where there is one. */
  picture: z.enum(['clip', 'image']),
  /** Seconds of the clip that are left out at its start. */
  trimStart: z.number().min(0).max(MAX_TRIM_SECONDS),
  /** Whether the clip's own sound is left out. */
  muted: z.boolean(),
  transition: z.enum(TRANSITIONS),
});
export type FilmSceneSettings = z.infer<typeof filmSceneSettingsSchema>;

/** How a project's film is to be made. */
export const filmSettingsSchema = z.object({
  format: z.enum(FILM_FORMATS),
  captions: z.enum(CAPTION_STYLES),
  /** Shown before the first scene; nothing when it is empty. */
  titleCard: text(LIMITS.filmCard),
  /** Shown after the last scene; nothing when it is empty. */
  endCard: text(LIMITS.filmCard),
  /** Whether the audio of the Audio tab lies under the film. */
  music: z.boolean(),
  /** USUAL_PACE when absent. */
  pace: z.enum(FILM_PACES).optional(),
  scenes: z
    .array(filmSceneSettingsSchema)
    .max(LIMITS.scenesPerProject)
    .refine((all) => new Set(all.map(({ sceneId }) => sceneId)).size === all.length, 'must name each scene once'),
});
export type FilmSettings = z.infer<typeof filmSettingsSchema>;

export const shareRequestSchema = z.object({
  /** The film; null for the project's final video, whichever that is at the time. */
  filmId: idSchema.nullable(),
});
export type ShareRequest = z.infer<typeof shareRequestSchema>;

/** A page that shows one video to whoever has its address, until its owner ends it. */
export const sharedLinkSchema = z.object({
  id: idSchema,
  projectId: idSchema,
  filmId: idSchema.nullable(),
  /** Path of the page, below the address of the installation. */
  url: z.string(),
});
export type SharedLink = z.infer<typeof sharedLinkSchema>;

export const endedLinkSchema = sharedLinkSchema.pick({ id: true });
