import { LIMITS } from '@storyreel/contracts';
import type { CaptionLook, FilmFormat, FilmPace, PinnedShot, WordTimes } from '@storyreel/contracts';

/** Quality of a film. A draft is 360 pixels on its short side and renders in seconds. */
export type FilmQuality = '1080p' | '720p' | 'draft';
export type CaptionStyle = 'plain' | 'boxed' | 'words' | 'off';
/** The platform whose buttons and texts the captions avoid; 'all' avoids those of every platform. */
export type CaptionPlatform = 'tiktok' | 'reels' | 'shorts' | 'all';

/** Everything that affects a film: the same plan rendered by the same ffmpeg gives the same bytes. */
export interface FilmPlan {
  format: FilmFormat;
  quality: FilmQuality;
  title: FilmCard | null;
  end: FilmCard | null;
  scenes: readonly FilmScene[];
  music: FilmMusic | null;
  captions: {
    style: CaptionStyle;
    platform: CaptionPlatform;
    /** Look of the captions; by default the look of the caption style. */
    look?: CaptionLook;
  };
  pace: FilmPace;
}

/** Music for the whole film; repeated if it is shorter. */
export interface FilmMusic {
  path: string;
  /** Gain in decibels; by default, the gain is chosen to fit the speech. */
  gainDb?: number;
  /** The range of samples that repeats; by default the whole file. */
  repeats?: { from: number; to: number };
}

export interface FilmCard {
  text: string;
}

export interface FilmScene {
  id: string;
  picture: ClipPicture | ImagePicture;
  /** Further images that alternate with the main one. */
  others: readonly ImagePicture[];
  /** Manually set shots. `picture` is the number of the image, counted from the main image. */
  pins?: readonly PinnedShot[];
  /**
   * The narration. Its duration is read from the file, not taken from stored data. `text` becomes captions, timed by
   * the `times` of its words if they are known.
   */
  speech: { path: string; text: string; times?: WordTimes } | null;
  /** Length of a scene without narration; null means the clip's length, or a few seconds for an image. */
  seconds: number | null;
  /** Transition to the next picture. */
  transition: 'cut' | 'fade';
}

export interface ClipPicture {
  kind: 'clip';
  path: string;
  /** Seconds cut off at the clip's start. */
  trimStart?: number;
  /** True to leave out the clip's own sound. */
  muted?: boolean;
}

export interface ImagePicture {
  kind: 'image';
  path: string;
}

/**
 * Frame rate of every film, whatever the frame rates of its clips, so that parts can be joined. At 48,000 Hz, a frame
 * is a whole number of samples.
 */
export const FPS = 30;

export interface FrameSize {
  width: number;
  height: number;
}

const SHORT_SIDE: Record<FilmQuality, number> = { '1080p': 1080, '720p': 720, draft: 360 };
const SHAPE: Record<FilmFormat, (short: number) => FrameSize> = {
  '9:16': (short) => ({ width: short, height: (short * 16) / 9 }),
  '16:9': (short) => ({ width: (short * 16) / 9, height: short }),
  '1:1': (short) => ({ width: short, height: short }),
  '4:5': (short) => ({ width: short, height: (short * 5) / 4 }),
};

/** Returns a frame's width and height, which are even, as yuv420p requires. */
export const frameSize = (format: FilmFormat, quality: FilmQuality): FrameSize => SHAPE[format](SHORT_SIDE[quality]);

/**
 * Returns the size of stills, which are larger than the frame: otherwise a slow camera move would jump from pixel to
 * pixel.
 */
export const stillSize = ({ width, height }: FrameSize): FrameSize => {
  const factor = Math.min(width, height) > 800 ? 1.5 : 2;
  return { width: even(width * factor), height: even(height * factor) };
};

const even = (length: number): number => Math.round(length / 2) * 2;

/**
 * Sample rate of all sound. Between the steps, sound is stored as raw samples, so that a byte offset corresponds to a
 * time.
 */
export const SAMPLE_RATE = 48_000;
export const SAMPLES_A_FRAME = SAMPLE_RATE / FPS;
/** Bytes per sample of a narration: one channel of 16 bits. */
export const VOICE_BYTES = 2;
/** Bytes per sample of a clip's own sound: two channels of 16 bits. */
export const OWN_BYTES = 4;

/** Limits of a film. A film beyond them is refused with a message before it is rendered. */
export const FILM_LIMITS = {
  scenes: LIMITS.scenesPerFilm,
  /** Maximum length of one scene. */
  sceneSeconds: LIMITS.sceneSeconds,
  filmSeconds: LIMITS.filmSeconds,
  /** Maximum number of seconds by which a scene may be longer than was known when the film was requested. */
  secondsOfRounding: 1,
  /** Maximum size of each clip, narration and music file. */
  inputBytes: 2_000_000_000,
  imageBytes: 50_000_000,
  captionCharacters: 10_000,
  cardCharacters: 300,
} as const;
