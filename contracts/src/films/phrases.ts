/** A word with its adjoining punctuation. */
export interface Word {
  text: string;
  /** True when a space precedes the word, unless the word is the first of its line. */
  spaced: boolean;
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Opening signs belong to the next word, all others to the word before. */
const OPENS = /^[\p{Ps}\p{Pi}¿¡<#@$€£¥]$/u;

/** Marks that change the direction of the following text; letters have a direction of their own. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Removes characters that no font draws: control characters, halves of surrogate pairs. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(TURNS, '');

/**
 * Splits a text into words in spoken order; Chinese and Japanese, which have no spaces, by the segmenter's dictionary.
 */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let opening = '';
  let spaced = false;
  for (const { segment, isWordLike } of segmenter.segment(plainText(text))) {
    if (/^\s+$/u.test(segment)) {
      spaced = true;
      continue;
    }
    const last = words.at(-1);
    const clings = isWordLike !== true && !spaced && last !== undefined;
    if (OPENS.test(segment)) {
      opening += segment;
      continue;
    }
    if (clings && opening === '') last.text += segment;
    else {
      words.push({ text: opening + segment, spaced });
      opening = '';
      spaced = false;
    }
  }
  if (opening !== '') words.push({ text: opening, spaced });
  return words;
}

/** Cuts a word that does not fit on a line. The segmenter decides about words with a hyphen or an apostrophe. */
export function breakLong(word: Word, fits: (text: string) => boolean): Word[] {
  if (fits(word.text)) return [word];
  const pieces: Word[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(word.text)) {
    if (piece !== '' && !fits(piece + segment)) {
      pieces.push({ text: piece, spaced: pieces.length === 0 && word.spaced });
      piece = '';
    }
    piece += segment;
  }
  pieces.push({ text: piece, spaced: pieces.length === 0 && word.spaced });
  return pieces;
}

/** Joins words into text. */
export const joinWords = (words: readonly Word[]): string =>
  words.map(({ text, spaced }, index) => (spaced && index > 0 ? ` ${text}` : text)).join('');

/** Time of speech, in seconds from the first word of its scene. */
interface Spoken {
  from: number;
  to: number;
}

export interface SpokenWord extends Word, Spoken {}

/** A caption shown at once: one or two lines. */
export interface Phrase extends Spoken {
  lines: SpokenWord[][];
}

/** Measures the drawn width of a text; `width` is the maximum. */
export interface Measure {
  width: (text: string) => number;
  maxWidth: number;
}

const LINES = 2;
const ENDS_SENTENCE = /[.!?…。！？؟।]["'”’»)\]」』]*$/u;
/** A point that ends no sentence: after a title, an abbreviation or a single capital. */
const ABBREVIATION = /^["'“‘«(]*(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|Nr|Hr|Fr|Mme|Sra|ca|bzw|\p{Lu})\.$/u;
const ENDS_CLAUSE = /[,;:،、，；：–—]["'”’»)\]]*$/u;
/** Length of a pause, in characters. */
const SENTENCE_PAUSE = 6;
const CLAUSE_PAUSE = 3;
/** Lengths from which the end of a sentence (SHORT) or of a clause (MEDIUM) also ends the phrase. */
const SHORT = 12;
const MEDIUM = 28;

/** Returns the unit that ends after a word. */
export function endOf(word: string): 'sentence' | 'clause' | null {
  if (ENDS_SENTENCE.test(word) && !ABBREVIATION.test(word)) return 'sentence';
  return ENDS_CLAUSE.test(word) ? 'clause' : null;
}

/** Returns the words of a text, each timed by its share of the characters. */
export const spokenWords = (text: string, seconds: number): SpokenWord[] => timeWords(splitWords(text), seconds);

/** Cuts a text into phrases, and times each word by its share of the characters. */
export function phrasesOf(text: string, seconds: number, measure: Measure): Phrase[] {
  const fits = (line: string): boolean => measure.width(line) <= measure.maxWidth;
  const words = splitWords(text).flatMap((word) => breakLong(word, fits));
  const spoken = timeWords(words, seconds);
  const phrases: Phrase[] = [];
  let lines: SpokenWord[][] = [[]];
  const close = (): void => {
    const all = lines.flat();
    const [first, last] = [all[0], all.at(-1)];
    if (first && last) phrases.push({ lines: balanced(all, lines, measure), from: first.from, to: last.to });
    lines = [[]];
  };
  for (const word of spoken) {
    const line = lines.at(-1) ?? [];
    if (line.length > 0 && !fits(joinWords([...line, word]))) {
      if (lines.length === LINES) close();
      else lines.push([]);
    }
    lines.at(-1)?.push(word);
    const length = joinWords(lines.flat()).length;
    const end = endOf(word.text);
    if ((end === 'sentence' && length >= SHORT) || (end === 'clause' && length >= MEDIUM)) close();
  }
  close();
  return phrases;
}

/** Breaks text into two lines of about the same width, rather than a full line and a single word. */
function balanced(words: SpokenWord[], lines: SpokenWord[][], { width }: Measure): SpokenWord[][] {
  if (lines.length < LINES) return lines;
  const widest = (at: number): number =>
    Math.max(width(joinWords(words.slice(0, at))), width(joinWords(words.slice(at))));
  let best = lines[0]?.length ?? 1;
  for (let at = best - 1; at >= 1 && widest(at) < widest(best); at--) best = at;
  return [words.slice(0, best), words.slice(best)];
}

function timeWords(words: readonly Word[], seconds: number): SpokenWord[] {
  const weights = words.map(({ text }) => [...text].length + pause(text));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let said = 0;
  return words.map((word, index) => {
    const from = (said / all) * seconds;
    said += weights[index] ?? 0;
    return { ...word, from, to: (said / all) * seconds };
  });
}

function pause(text: string): number {
  const end = endOf(text);
  return end === 'sentence' ? SENTENCE_PAUSE : end === 'clause' ? CLAUSE_PAUSE : 0;
}
