import { z } from 'zod';
import { idSchema, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { CAPTION_STYLES, FILM_FORMATS, FILM_PACES, MAX_TRIM_SECONDS, TRANSITIONS } from './film-settings';

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
