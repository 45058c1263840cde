import { z } from 'zod';
import { idSchema } from '../common/fields';

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
