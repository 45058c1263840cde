import { breakLong, inLetters, joinWords, splitWords, type Word } from './words';
import { type SpokenWord, timeWords, type WordTimes } from './word-times';

/** A caption shown at once: one or two lines. */
export interface Phrase {
  from: number;
  to: number;
  lines: SpokenWord[][];
}

/** Measures the drawn width of a text; `maxWidth` is the maximum of a line. */
export interface Measure {
  width: (text: string) => number;
  maxWidth: number;
}

const LINES = 2;
/** Minimum length of a phrase that ends with a sentence (SHORT) or with a clause (MEDIUM). */
const SHORT = 12;
const MEDIUM = 28;
/** Punctuation at the end of a sentence, with closing quotation marks and brackets; a title has none. */
const STOPPED = /\p{Po}[\p{Pe}\p{Pf}\p{Pi}"']*$/u;
/**
 * Seconds for which a caption stays after its last word if no other follows, so that captions do not flicker in pauses.
 */
const STAYS_SECONDS = 0.5;

/**
 * Returns the words of a text with their times: the given times or, without them, estimates from the words' syllables.
 */
export const spokenWords = (text: string, seconds: number, times?: WordTimes): SpokenWord[] =>
  timeWords(splitWords(text), seconds, times);

/** Splits a text into phrases. Words get their times as in `spokenWords`. */
export function phrasesOf(text: string, seconds: number, measure: Measure, times?: WordTimes): Phrase[] {
  const fits = (words: readonly Word[]): boolean => measure.width(joinWords(words)) <= measure.maxWidth;
  const words = splitWords(text).flatMap((word) => breakLong(word, (part) => measure.width(part) <= measure.maxWidth));
  const phrases: Phrase[] = [];
  let lines: SpokenWord[][] = [[]];
  const close = (): void => {
    const all = lines.flat();
    const [first, last] = [all[0], all.at(-1)];
    if (first && last) phrases.push({ lines: balanced(all, lines, measure), from: first.from, to: last.to });
    lines = [[]];
  };
  for (const unit of unitsOf(timeWords(words, seconds, times), fits)) {
    const line = lines.at(-1) ?? [];
    if (line.length > 0 && !fits([...line, ...unit])) {
      if (lines.length === LINES) close();
      else lines.push([]);
    }
    lines.at(-1)?.push(...unit);
    const length = inLetters(joinWords(lines.flat()));
    const { end, text = '' } = unit.at(-1) ?? {};
    const isTitle = end === 'sentence' && !STOPPED.test(text);
    if (isTitle || (end === 'sentence' && length >= SHORT) || (end === 'clause' && length >= MEDIUM)) close();
  }
  close();
  return phrases.map((phrase, index) => ({
    ...phrase,
    to: Math.min(phrases[index + 1]?.from ?? seconds, Math.max(phrase.to, phrase.to + STAYS_SECONDS)),
  }));
}

/** Groups words that must stay on one line, as far as they fit. */
function unitsOf(words: readonly SpokenWord[], fits: (words: readonly Word[]) => boolean): SpokenWord[][] {
  const units: SpokenWord[][] = [];
  for (const word of words) {
    const last = units.at(-1);
    if (word.tied && last && fits([...last, word])) last.push(word);
    else units.push([word]);
  }
  return units;
}

/** Breaks a text into two lines of about the same width, rather than into a full line and a single word. */
function balanced(words: SpokenWord[], lines: SpokenWord[][], { width }: Measure): SpokenWord[][] {
  if (lines.length < LINES) return lines;
  const widest = (at: number): number =>
    Math.max(width(joinWords(words.slice(0, at))), width(joinWords(words.slice(at))));
  let best = lines[0]?.length ?? 1;
  for (let at = best - 1; at >= 1; at--) {
    if (words[at]?.tied === true) continue;
    if (widest(at) >= widest(best)) break;
    best = at;
  }
  return [words.slice(0, best), words.slice(best)];
}
