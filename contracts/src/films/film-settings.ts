import { z } from 'zod';
import { idSchema, text } from '../common/fields';
import { LIMITS } from '../common/limits';

/** Width to height. */
export const FILM_FORMATS = ['9:16', '16:9', '1:1'] as const;
export type FilmFormat = (typeof FILM_FORMATS)[number];

/** draft: 360p, made in seconds and not kept as the project's final video. */
export const FILM_QUALITIES = ['1080p', '720p', 'draft'] as const;
export type FilmQuality = (typeof FILM_QUALITIES)[number];

export const CAPTION_STYLES = ['plain', 'boxed', 'words', 'off'] as const;
export type CaptionStyle = (typeof CAPTION_STYLES)[number];

/** How a scene is followed by the next one. */
export const TRANSITIONS = ['cut', 'fade'] as const;
export type Transition = (typeof TRANSITIONS)[number];

/** What differs for one scene from what is done without being asked. */
export const filmSceneSettingsSchema = z.object({
  sceneId: idSchema,
  /** clip: the main clip where there is one. */
  picture: z.enum(['clip', 'image']),
  /** Seconds of the clip that are left out at its start. */
  trimStart: z.number().min(0).max(600),
  /** Whether the clip's own sound is left out. */
  muted: z.boolean(),
  transition: z.enum(TRANSITIONS),
});
export type FilmSceneSettings = z.infer<typeof filmSceneSettingsSchema>;

export const NEW_FILM_SCENE = { picture: 'clip', trimStart: 0, muted: false, transition: 'cut' } as const;

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
  scenes: z
    .array(filmSceneSettingsSchema)
    .max(LIMITS.scenesPerProject)
    .refine((all) => new Set(all.map(({ sceneId }) => sceneId)).size === all.length, 'must name each scene once'),
});
export type FilmSettings = z.infer<typeof filmSettingsSchema>;

export const NEW_FILM_SETTINGS: FilmSettings = {
  format: '9:16',
  captions: 'boxed',
  titleCard: '',
  endCard: '',
  music: true,
  scenes: [],
};

export const filmSceneOf = ({ scenes }: Pick<FilmSettings, 'scenes'>, sceneId: string): FilmSceneSettings =>
  scenes.find((scene) => scene.sceneId === sceneId) ?? { ...NEW_FILM_SCENE, sceneId };
