import type { FilmPace } from '@storyreel/contracts';

export type FilmFormat = '9:16' | '16:9' | '1:1';
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
