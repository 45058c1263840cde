import { anyOf } from './language';
import type { Language, Lexicon } from './language';

/** A word as written in a text. */
export interface Word {
  text: string;
  /** Lower case, without a possessive ending or a French elision. */
  plain: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’-][\p{L}\p{N}]+)*/gu;

export function words(text: string): Word[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    text: match[0],
    plain: match[0]
      .toLowerCase()
      .replace(/['’]s$/u, '')
      .replace(/^(?:[cdjlmnst]|qu)['’]/u, ''),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const segmenters = new Map<string, Intl.Segmenter>();

/** UTF-16 code units per call of the segmenter: each step takes time in proportion to the whole text of the call. */
const WINDOW = 500;

/** Returns the words of a text in any script, in lower case. */
export function plainWords(text: string, { tag, spaced }: Language): string[] {
  if (spaced) return words(text).map(({ plain }) => plain);
  const segmenter = segmenters.get(tag) ?? new Intl.Segmenter(tag, { granularity: 'word' });
  segmenters.set(tag, segmenter);
  const found: string[] = [];
  for (let start = 0; start < text.length; start += WINDOW)
    for (const { segment, isWordLike } of segmenter.segment(text.slice(start, start + WINDOW)))
      if (isWordLike) found.push(segment);
  return found;
}

export const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
export const uncapitalized = (text: string): string => text.charAt(0).toLocaleLowerCase() + text.slice(1);

/** Returns the singular of an English noun, accurate enough for a lookup. */
export function singular(word: string): string {
  if (word.length < 4 || word.endsWith('ss') || word.endsWith('us')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|zz)es$/u.test(word)) return word.slice(0, -2);
  if (word.endsWith('ves')) return `${word.slice(0, -3)}f`;
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

export interface TermHit<Kind extends string> {
  kind: Kind;
  /** The lexicon's form of the term. */
  term: string;
  start: number;
  end: number;
}

/** Returns a function that finds a lexicon's words and phrases, the longest first, in the order of the text. */
export function termFinder<Kind extends string>(
  lexicon: Lexicon<Kind>,
  spaced = true,
): (text: string) => TermHit<Kind>[] {
  const forms = new Map<string, { kind: Kind; term: string }[]>();
  for (const kind in lexicon)
    for (const term of lexicon[kind] ?? [])
      for (const form of spaced ? [term, ...plurals(term)] : [term])
        forms.set(form, [...(forms.get(form) ?? []), { kind, term }]);
  const any = anyOf(forms.keys());
  const pattern = new RegExp(spaced ? `(?<![\\p{L}\\p{N}]|\\bo['’])(?:${any})(?![\\p{L}\\p{N}]|-\\p{L})` : any, 'gu');
  return (text) =>
    Array.from(text.toLowerCase().matchAll(pattern)).flatMap(({ 0: found, index }) =>
      (forms.get(found) ?? []).map((hit) => ({ ...hit, start: index, end: index + found.length })),
    );
}

function plurals(term: string): string[] {
  if (/(?:ch|sh|x|s)$/u.test(term)) return [`${term}es`];
  return [
    `${term}s`,
    ...(/[^aeo]y$/u.test(term) ? [`${term.slice(0, -1)}ies`] : []),
    ...(/f$/u.test(term) ? [`${term.slice(0, -1)}ves`] : []),
  ];
}

/**
 * Returns the source of a regular expression for a noun with its determiner and the words between: 'a small brass key'.
 */
export function determined(noun: string, { determiners, small }: Language): string {
  const opening = anyOf([...determiners].flatMap((word) => [word, capitalized(word)]));
  return `(?<![\\p{L}’'])(?:${opening})\\s(?:(?!(?:${anyOf(small)})\\s)[\\p{L}’'-]+\\s){0,3}?${noun}(?![\\p{L}’'-])`;
}

/** Returns each occurrence of a noun with its determiner, beginning at the determiner. */
export const nounPhrases = (text: string, noun: string, language: Language): string[] =>
  Array.from(text.matchAll(new RegExp(determined(`${noun}(?:e?s)?`, language), 'gu')), ([phrase]) =>
    phrase.replace(/\s+/gu, ' '),
  );
