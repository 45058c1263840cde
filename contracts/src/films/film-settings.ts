import { price } from '../money/amount';
import type { Price } from '../money/amount';
import type { FilmSceneSettings, FilmSettings } from './film';
import { USUAL_FORMAT } from './formats';

/** draft: 360p, rendered in seconds; a draft never replaces a final video. */
export const FILM_QUALITIES = ['1080p', '720p', 'draft'] as const;
export type FilmQuality = (typeof FILM_QUALITIES)[number];
/** Default quality. */
export const USUAL_QUALITY: FilmQuality = '720p';

export const CAPTION_STYLES = ['plain', 'boxed', 'words', 'off'] as const;
export type CaptionStyle = (typeof CAPTION_STYLES)[number];

/** Frequency of cuts between images within a scene; still: one image throughout. */
export const FILM_PACES = ['still', 'calm', 'normal', 'quick'] as const;
export type FilmPace = (typeof FILM_PACES)[number];
/** Default pace, also for settings that were stored before a pace could be chosen. */
export const USUAL_PACE: FilmPace = 'normal';

/** The transition from a scene to the next one. */
export const TRANSITIONS = ['cut', 'fade'] as const;
export type Transition = (typeof TRANSITIONS)[number];

/** Maximum seconds that may be trimmed from the start of a clip. */
export const MAX_TRIM_SECONDS = 600;

export const NEW_FILM_SCENE = { picture: 'clip', trimStart: 0, muted: false, transition: 'cut' } as const;

export const NEW_FILM_SETTINGS: FilmSettings = {
  format: USUAL_FORMAT,
  captions: 'boxed',
  titleCard: '',
  endCard: '',
  music: true,
  scenes: [],
};

export const filmSceneOf = ({ scenes }: Pick<FilmSettings, 'scenes'>, sceneId: string): FilmSceneSettings =>
  scenes.find((scene) => scene.sceneId === sceneId) ?? { ...NEW_FILM_SCENE, sceneId };

/**
 * Price in zaps per started half minute. The product renders films itself, so there is no provider's price in dollars.
 */
export const ZAPS_PER_HALF_MINUTE: Record<FilmQuality, number> = { '1080p': 2, '720p': 1, draft: 0.1 };

/** @param seconds length of the film */
export const filmPrice = (seconds: number, quality: FilmQuality): Price =>
  price((Math.max(1, Math.ceil(seconds / 30)) * Math.round(ZAPS_PER_HALF_MINUTE[quality] * 10)) / 10, 0);
