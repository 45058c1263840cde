import type { FilmFormat, FilmQuality } from './film-plan';

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
