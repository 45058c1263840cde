import { anyOf, type Language } from './language';
import { capitalized } from './words';

/** A regular expression's source for a noun with its determiner and what stands between: 'a small brass key'. */
export function determined(noun: string, { determiners, small }: Language): string {
  const opening = anyOf([...determiners].flatMap((word) => [word, capitalized(word)]));
  return `(?<![\\p{L}’'])(?:${opening})\\s(?:(?!(?:${anyOf(small)})\\s)[\\p{L}’'-]+\\s){0,3}?${noun}(?![\\p{L}’'-])`;
}

/** Each time a noun stands with its determiner, from that on. */
export const nounPhrases = (text: string, noun: string, language: Language): string[] =>
  Array.from(text.matchAll(new RegExp(determined(`${noun}(?:e?s)?`, language), 'gu')), ([phrase]) =>
    phrase.replace(/\s+/gu, ' '),
  );
