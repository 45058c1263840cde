import { type Price, price } from '../zaps/price';
import type { FilmQuality } from './film-settings';

/** For each half minute begun. The work is ours, so no provider asks dollars for it. */
export const ZAPS_PER_HALF_MINUTE: Record<FilmQuality, number> = { '1080p': 2, '720p': 1, draft: 0.1 };

/** @param seconds of the film */
export const filmPrice = (seconds: number, quality: FilmQuality): Price =>
  price((Math.max(1, Math.ceil(seconds / 30)) * Math.round(ZAPS_PER_HALF_MINUTE[quality] * 10)) / 10, 0);
