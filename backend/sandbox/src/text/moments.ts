import { cutText } from '@storyreel/contracts';
import type { Language } from '../language/language';
import { happening, type SentenceReading } from '../language/story-reading';

const MOMENTS = 2;
const MAX_LENGTH = 220;
const MIN_WORDS = 4;
const QUOTE = 400;

/** The sentences that show most, in the order of the story and in its own words; what is said only when nothing else is. */
export function momentsOf(part: readonly SentenceReading[], language: Language): string[] {
  const told = part.filter(({ spoken, mark, words }) => !spoken && !mark && words >= MIN_WORDS);
  const spoken = part.filter((sentence) => sentence.spoken && !sentence.mark && sentence.words > 1);
  for (const candidates of [told, spoken, part]) {
    const chosen = candidates
      .map((sentence, index) => ({ index, text: shortened(sentence.text, language), value: value(sentence, index) }))
      .filter(({ text }) => text !== '')
      .sort((a, b) => b.value - a.value)
      .slice(0, MOMENTS)
      .sort((a, b) => a.index - b.index);
    if (chosen.length > 0) return chosen.map(({ text }) => text);
  }
  return [];
}

const value = ({ people, place, time, words, narrated }: SentenceReading, index: number): number =>
  (people.length > 0 ? 1 : 0) +
  (place !== null ? 0.6 : 0) +
  (time !== null ? 0.2 : 0) +
  Math.min(words, 16) / 12 -
  (happening(narrated) === '' ? 1 : 0) -
  index * 0.05;

/** A sentence as a chat can quote it. */
export const quoted = (text: string): string => cutText(text.replace(/["“”\s]+/gu, ' ').trim(), QUOTE);

/** A sentence, or the clauses of a long one that it begins with. Empty when its first clause is too long already. */
function shortened(text: string, { joining, spaced }: Language): string {
  const stop = spaced ? '.' : '。';
  const clean = balanced(text.replace(/\s+/gu, ' ').trim());
  if (clean.length <= MAX_LENGTH)
    return /[.!?…。！？"”»」』]$/u.test(clean) ? clean : `${clean.replace(/[,;:—–\s]+$/u, '')}${stop}`;
  const ends = Array.from(clean.slice(0, MAX_LENGTH).matchAll(/[;:；：，]|,\s(?=(\p{L}+)\s)/gu)).filter(
    ([, next]) => next === undefined || joining.has(next),
  );
  const end = ends.at(-1)?.index;
  return end === undefined ? '' : `${clean.slice(0, end)}${stop}`;
}

/** Without a quotation mark whose other half stands in another sentence. */
const balanced = (text: string): string =>
  (text.match(/"/gu)?.length ?? 0) % 2 === 1 ||
  (text.match(/[“„«「]/gu)?.length ?? 0) !== (text.match(/[”»」]/gu)?.length ?? 0)
    ? text.replace(/["“”„«»「」]/gu, '').trim()
    : text;
