import { z } from 'zod';
import { idempotencyKeySchema, idSchema } from '../common/fields';
import { FILM_FORMATS, FILM_QUALITIES } from './film-settings';

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
