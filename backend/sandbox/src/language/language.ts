import type { Place, TimeOfDay, Weather } from '../pictures/brief';

/** Words by what they tell. */
export type Lexicon<Kind extends string> = Readonly<Partial<Record<Kind, readonly string[]>>>;

/** What the sandbox knows of a language. Where it knows nothing, it says nothing. */
export interface Language {
  /** BCP 47, for `Intl.Segmenter`. */
  tag: string;
  /** False where words stand together without spaces. */
  spaced: boolean;
  /** Small words. They tell the language, and are neither names nor the end of a title. */
  small: ReadonlySet<string>;
  /** Join a clause to the one before it. */
  joining: ReadonlySet<string>;
  /** Begin a sentence with which the story turns. */
  turning: ReadonlySet<string>;
  /** Longer than a day: a time of day told before them holds no more. */
  lasting: RegExp;
  /** Stand before a name and belong to it: 'Captain'. */
  titles: ReadonlySet<string>;
  /** Who stands beside them speaks. */
  saying: ReadonlySet<string>;
  /** Stand before a place: 'in Paris'. */
  placing: ReadonlySet<string>;
  /** 'the Petrel' is no person, 'the dog' one that is known. */
  determiners: ReadonlySet<string>;
  people: ReadonlySet<string>;
  animals: ReadonlySet<string>;
  /** Regular expressions for what stands between 'Mara', or 'She', and 'a girl of eleven'. */
  pronoun: string;
  being: string;
  /** Begins such a phrase, or brings somebody in: 'a', 'an'. */
  article: string;
  /** Goes on with it: 'a tall man, with white hair'. */
  within: string;
  /** The phrase itself where it is not an article's. */
  phrase: string | null;
  /** Where no capitals tell names: its one group is who speaks. */
  speaker: RegExp | null;
  time: Lexicon<TimeOfDay>;
  weather: Lexicon<Weather>;
  place: Lexicon<Place>;
}

/** 'open_water sea' → ['open water', 'sea'] */
export const list = (words: string): string[] => words.split(/\s+/u).map((word) => word.replaceAll('_', ' '));
export const set = (words: string): ReadonlySet<string> => new Set(list(words));

/** A regular expression's source for any of some texts, the longest first; for none of none. */
export const anyOf = (texts: Iterable<string>): string =>
  [...texts]
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'))
    .join('|') || '(?!)';
