import type { Film, FilmQuality } from '@storyreel/contracts';
import { sanitizeTitle } from '../media/filenames';

export const QUALITY_WORDS: Record<FilmQuality, string> = {
  draft: 'Draft 360p',
  '720p': '720p',
  '1080p': '1080p',
};

/** Less of a film tells nothing about the rest. */
const TELLING = 0.03;

/** Milliseconds until a film is done, by how fast it went up to now; null while nobody can tell. */
export function timeLeft({ progress, startedAt }: Pick<Film, 'progress' | 'startedAt'>, now: number): number | null {
  if (startedAt === null || progress < TELLING) return null;
  const passed = Math.max(0, now - new Date(startedAt).getTime());
  return (passed / progress) * (1 - Math.min(1, progress));
}

/** 'The_keeper_720p.mp4'. */
export const filmFilename = (title: string, { quality }: Pick<Film, 'quality'>, extension = 'mp4'): string =>
  `${sanitizeTitle(title)}_${quality}.${extension}`;
