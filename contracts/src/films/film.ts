import { z } from 'zod';
import { idempotencyKeySchema, idSchema, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { CAPTION_BOXES, CAPTION_FONTS, CAPTION_OUTLINES, CAPTION_PLACES, CAPTION_SIZES } from './caption-look';
import { CAPTION_STYLES, FILM_PACES, FILM_QUALITIES, MAX_TRIM_SECONDS, TRANSITIONS } from './film-settings';
import { FILM_FORMATS } from './formats';
import { MUSIC_BEDS } from './music';

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

/** Short hashes of parts, by the name of the part. */
const partHashes = z.record(z.string(), z.string());
/**
 * Hashes of a film's parts, used to find and name later changes. A part that a later release added has no hash in older
 * films and is not compared.
 */
const filmFingerprintSchema = z.object({
  film: partHashes,
  scenes: z.array(z.object({ sceneId: idSchema, parts: partHashes })),
});
export type FilmFingerprint = z.infer<typeof filmFingerprintSchema>;

const oneFilmSchema = z.object({
  /** The film: MP4, H.264 and AAC. */
  url: z.string(),
  /** The poster: JPEG. */
  posterUrl: z.string(),
  srtUrl: z.string(),
  vttUrl: z.string(),
  seconds: z.number(),
  bytes: z.int(),
});
/** The files of a finished film. */
export const filmFilesSchema = oneFilmSchema.extend({
  /** The same film in parts, each with its own title card; absent for a film that every platform accepts as a whole. */
  parts: z.array(oneFilmSchema).optional(),
});
export type FilmFiles = z.infer<typeof filmFilesSchema>;

export const filmSchema = z.object({
  id: idSchema,
  projectId: idSchema,
  status: z.enum(['queued', 'processing', 'succeeded', 'failed']),
  quality: z.enum(FILM_QUALITIES),
  format: z.enum(FILM_FORMATS),
  /** Number of scenes in the film. */
  scenes: z.int(),
  /** Planned length, before the film is made. */
  seconds: z.number(),
  /** `progress` from 0 to 1, and a description of the current step for users. */
  progress: z.number(),
  step: z.string(),
  error: z.string().nullable(),
  files: filmFilesSchema.nullable(),
  /** The film's fingerprint; null for films ordered before it was stored. */
  fingerprint: filmFingerprintSchema.nullish(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
});
export type Film = z.infer<typeof filmSchema>;

/** Settings of one scene that differ from the defaults. */
export const filmSceneSettingsSchema = z.object({
  sceneId: idSchema,
  /** clip: the main clip if the scene has one. */
  picture: z.enum(['clip', 'image']),
  /** Seconds trimmed from the start of the clip. */
  trimStart: z.number().min(0).max(MAX_TRIM_SECONDS),
  /** True when the clip's own sound is omitted. */
  muted: z.boolean(),
  transition: z.enum(TRANSITIONS),
});
export type FilmSceneSettings = z.infer<typeof filmSceneSettingsSchema>;

const captionColour = z.string().regex(/^#[0-9a-f]{6}$/u);
/** The look of captions that are burned into a film. Colours are written as `#rrggbb`. */
const captionLookSchema = z.object({
  font: z.enum(CAPTION_FONTS),
  size: z.enum(CAPTION_SIZES),
  colour: captionColour,
  box: z.enum(CAPTION_BOXES),
  outline: z.enum(CAPTION_OUTLINES),
  place: z.enum(CAPTION_PLACES),
  /** Colour of the word being spoken; null when none is highlighted. */
  highlight: captionColour.nullable(),
});
export type CaptionLook = z.infer<typeof captionLookSchema>;

/** Settings of a project's film. */
export const filmSettingsSchema = z.object({
  format: z.enum(FILM_FORMATS),
  captions: z.enum(CAPTION_STYLES),
  /** Default: the look of `captions`. */
  captionLook: captionLookSchema.optional(),
  /** Shown before the first scene; no card when empty. */
  titleCard: text(LIMITS.filmCard),
  /** Shown after the last scene; no card when empty. */
  endCard: text(LIMITS.filmCard),
  /** True when the audio of the Audio tab is also the film's music, unless the project has separate film music. */
  music: z.boolean(),
  /** Included music that replaces all other music; absent or null when none is chosen. */
  musicBed: z.enum(MUSIC_BEDS).nullable().optional(),
  /** Default: USUAL_PACE. */
  pace: z.enum(FILM_PACES).optional(),
  /** The quality chosen for the last film. Default: USUAL_QUALITY. */
  quality: z.enum(FILM_QUALITIES).optional(),
  scenes: z
    .array(filmSceneSettingsSchema)
    .max(LIMITS.scenesPerProject)
    .refine((all) => new Set(all.map(({ sceneId }) => sceneId)).size === all.length, 'must name each scene once'),
});
export type FilmSettings = z.infer<typeof filmSettingsSchema>;

export const shareRequestSchema = z.object({
  /** The film to share; null for the project's current final video. */
  filmId: idSchema.nullable(),
});
export type ShareRequest = z.infer<typeof shareRequestSchema>;

/** A public page that shows one video to anyone with the address, until the owner stops sharing. */
export const sharedLinkSchema = z.object({
  id: idSchema,
  projectId: idSchema,
  filmId: idSchema.nullable(),
  /** Path of the page, relative to the address of the installation. */
  url: z.string(),
});
export type SharedLink = z.infer<typeof sharedLinkSchema>;

export const endedLinkSchema = sharedLinkSchema.pick({ id: true });
