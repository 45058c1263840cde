import { LIMITS } from '@storyreel/contracts';
import type { FilmPace } from '@storyreel/contracts';

type FilmFormat = '9:16' | '16:9' | '1:1';
/** A draft is 360 pixels on its short side, and is there in seconds. */
export type FilmQuality = '1080p' | '720p' | 'draft';
export type CaptionStyle = 'plain' | 'boxed' | 'words' | 'off';
/** Whose buttons and texts the captions keep clear of; 'all' of all of them. */
export type CaptionPlatform = 'tiktok' | 'reels' | 'shorts' | 'all';

/** Everything a film is made of. Two renders of the same plan, by the same ffmpeg, are the same bytes. */
export interface FilmPlan {
  format: FilmFormat;
  quality: FilmQuality;
  title: FilmCard | null;
  end: FilmCard | null;
  scenes: readonly FilmScene[];
  /** Lies under everything from the first frame to the last, again from its start if it is shorter. */
  music: { path: string; gainDb?: number } | null;
  captions: { style: CaptionStyle; platform: CaptionPlatform };
  pace: FilmPace;
}

export interface FilmCard {
  text: string;
}

export interface FilmScene {
  id: string;
  picture: ClipPicture | ImagePicture;
  /** Images that take turns with it. */
  others: readonly ImagePicture[];
  /** The file's own length counts, not what somebody once noted of it. `text` becomes captions. */
  speech: { path: string; text: string } | null;
  /** How long it lasts when nobody speaks; null: as long as its clip, or a few seconds for an image. */
  seconds: number | null;
  /** How it gives way to the next picture. */
  transition: 'cut' | 'fade';
}

export interface ClipPicture {
  kind: 'clip';
  path: string;
  /** Seconds that are left out at its beginning. */
  trimStart?: number;
  /** Whether its own sound is left out. */
  muted?: boolean;
}

export interface ImagePicture {
  kind: 'image';
  path: string;
}

/** Of every film: whatever clips have, so that parts fit together. 48,000 Hz is then a whole number of samples a frame. */
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
};

/** Even numbers, as yuv420p needs. */
export const frameSize = (format: FilmFormat, quality: FilmQuality): FrameSize => SHAPE[format](SHORT_SIDE[quality]);

/** A still has to be larger than the frame, or a slow move would tremble from pixel to pixel. */
export const stillSize = ({ width, height }: FrameSize): FrameSize => {
  const factor = Math.min(width, height) > 800 ? 1.5 : 2;
  return { width: even(width * factor), height: even(height * factor) };
};

const even = (length: number): number => Math.round(length / 2) * 2;

/** Sound between the steps is raw samples, so that a place in a file is a place in time. */
export const SAMPLE_RATE = 48_000;
export const SAMPLES_A_FRAME = SAMPLE_RATE / FPS;
/** Of one sample of a voice, which has one channel of 16 bits. */
export const VOICE_BYTES = 2;
/** Of one sample of a clip's own sound, which has two. */
export const OWN_BYTES = 4;

/** What a film may consist of. Whatever is beyond becomes a problem with words, before it costs time. */
export const FILM_LIMITS = {
  scenes: LIMITS.scenesPerFilm,
  /** Of one scene. */
  sceneSeconds: LIMITS.sceneSeconds,
  filmSeconds: LIMITS.filmSeconds,
  /** Of each scene: what it lasts beyond what was known of it when the film was ordered. */
  secondsOfRounding: 1,
  /** Of a clip, an image, a voice and the music, each. */
  inputBytes: 2_000_000_000,
  imageBytes: 50_000_000,
  captionCharacters: 10_000,
  cardCharacters: 300,
} as const;
