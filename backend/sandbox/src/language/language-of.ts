import { ENGLISH } from './english';
import type { Language } from './language';
import { CHINESE, FRENCH, GERMAN, JAPANESE, UNKNOWN } from './other-languages';
import { words } from './words';

/** Enough of a story to tell its language. */
const SAMPLE = 4_000;
/** In any text of these languages about every third word is a small one. */
const SMALL_SHARE = 0.15;
const WITH_SMALL_WORDS = [ENGLISH, GERMAN, FRENCH];

/** By script, then by small words. A text of a few words may hold none: it counts as English, as our screens are. */
export function languageOf(text: string): Language {
  const sample = text.slice(0, SAMPLE);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const share = (pattern: RegExp): number => (sample.match(pattern)?.length ?? 0) / Math.max(1, letters);
  if (share(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.1) return JAPANESE;
  if (share(/\p{Script=Han}/gu) > 0.3) return CHINESE;
  if (share(/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu) > 0.3)
    return { ...UNKNOWN, spaced: false };
  if (letters > 0 && share(/\p{Script=Latin}/gu) < 0.5) return UNKNOWN;
  const list = words(sample);
  const smallOf = ({ small }: Language): number => list.filter(({ plain }) => small.has(plain)).length;
  const best = WITH_SMALL_WORDS.reduce((a, b) => (smallOf(b) > smallOf(a) ? b : a));
  return list.length < 20 || smallOf(best) > list.length * SMALL_SHARE ? best : UNKNOWN;
}
