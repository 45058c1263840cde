import { lengthOf } from '../common/text';
import { filmPrice } from '../films/film-settings';
import { LEAD_SECONDS } from '../films/shot-pins';
import { BREATH_SECONDS } from '../films/film-timeline';
import { imagesPrice } from '../models/images';
import { speechPrice } from '../generation/spoken';
import { toZaps } from '../money/amount';
import { sceneRange } from '../projects/scene-defaults';
import { spokenText } from './markup';
import { countWords, spokenSeconds } from './sentences';
import { textPrice } from './text-price';

/** Lengths of short films in seconds; a story that takes longer to tell is shortened. */
export const SHORT_FILMS = [30, 60, 90] as const;
export type ShortFilm = (typeof SHORT_FILMS)[number];

/** Estimates for a film of a story, before its scenes exist. */
export interface FilmLength {
  /** 'full' uses the whole story. */
  length: ShortFilm | 'full';
  seconds: number;
  scenes: number;
  /** Total price of scenes, descriptions, one image per scene, narration and a 720p film. */
  zaps: number;
}

const WORDS_A_SCENE = 54;

/** Estimates the number of scenes of a story; the actual number is only known once they are created. */
export function likelyScenes(words: number): number {
  if (words === 0) return 0;
  const { fewest, most } = sceneRange(words);
  return Math.min(most, Math.max(fewest, Math.round(words / WORDS_A_SCENE)));
}

/** Returns the lengths in which a story can be filmed: the short lengths below its full length, and the full length. */
export function filmLengths(story: string): FilmLength[] {
  const told = spokenText(story);
  const [words, spoken, characters] = [countWords(told), spokenSeconds(told), lengthOf(told)];
  const full = lengthAs('full', { words, seconds: spoken, characters });
  const shorter = SHORT_FILMS.filter((seconds) => seconds < full.seconds).map((seconds) => {
    const share = seconds / full.seconds;
    const made = lengthAs(seconds, { words: words * share, seconds: spoken * share, characters: characters * share });
    return { ...made, seconds };
  });
  return [...shorter, full];
}

function lengthAs(
  length: FilmLength['length'],
  { words, seconds: spoken, characters }: { words: number; seconds: number; characters: number },
): FilmLength {
  const scenes = likelyScenes(Math.round(words));
  const seconds = spoken + scenes * (LEAD_SECONDS + BREATH_SECONDS);
  const texts = 1 + scenes + (length === 'full' ? 0 : 1);
  const units = [
    textPrice(texts),
    imagesPrice(scenes),
    ...(characters > 0 ? [speechPrice(Math.ceil(characters)), filmPrice(Math.ceil(seconds), '720p')] : []),
  ].reduce((sum, price) => sum + price.units, 0);
  return { length, seconds, scenes, zaps: toZaps(units) };
}
