import type { Place, TimeOfDay, Weather } from '../pictures/brief';

/** Words grouped by their meaning. */
export type Lexicon<Kind extends string> = Readonly<Partial<Record<Kind, readonly string[]>>>;

/** The sandbox's linguistic data for one language; an empty list or null where it has none. */
export interface Language {
  /** BCP 47 tag, for `Intl.Segmenter`. */
  tag: string;
  /** False for languages written without spaces between words. */
  spaced: boolean;
  /** Small words: they identify the language, and are neither names nor the end of a title. */
  small: ReadonlySet<string>;
  /** Words that join a clause to the one before it. */
  joining: ReadonlySet<string>;
  /** First words of a sentence that marks a turn in the story. */
  turning: ReadonlySet<string>;
  /** Periods longer than a day: a time of day mentioned before one no longer applies. */
  lasting: RegExp;
  /** Titles that belong to the name after them: 'Captain'. */
  titles: ReadonlySet<string>;
  /** Verbs of speech: the name next to one is the speaker. */
  saying: ReadonlySet<string>;
  /** Words before the name of a place: 'in Paris'. */
  placing: ReadonlySet<string>;
  /** Words before a noun: 'the Petrel' is not a person, 'the dog' is a dog that the story has introduced. */
  determiners: ReadonlySet<string>;
  people: ReadonlySet<string>;
  animals: ReadonlySet<string>;
  /** Regular expressions: `pronoun` for 'She', `being` for 'was' in 'She was a girl of eleven'. */
  pronoun: string;
  being: string;
  /** Words that begin a character's description, or introduce a character: 'a', 'an'. */
  article: string;
  /** Words that continue a description: 'a tall man, with white hair'. */
  within: string;
  /** Pattern of a whole description, for languages in which descriptions begin without an article. */
  phrase: string | null;
  /** Pattern for languages without capitals; its one group captures the speaker's name. */
  speaker: RegExp | null;
  time: Lexicon<TimeOfDay>;
  weather: Lexicon<Weather>;
  place: Lexicon<Place>;
  /** English names for words that can be drawn: people, animals, rooms and things. Empty for English. */
  glossary: ReadonlyMap<string, string>;
  /** English names for colours, clothes and hair. Empty for English. */
  worn: ReadonlyMap<string, string>;
  /** True where a colour follows its noun: 'manteau rouge'. */
  colourLast: boolean;
  /** Matches pronouns and possessives that tell a character's gender. */
  gendered: { female: RegExp; male: RegExp };
}

/** 'open_water sea' → ['open water', 'sea'] */
export const list = (words: string): string[] => words.split(/\s+/u).map((word) => word.replaceAll('_', ' '));
export const set = (words: string): ReadonlySet<string> => new Set(list(words));

/** 'dog=hund cat=katze,kater' → the English name of each word. */
export const glossary = (pairs: string): ReadonlyMap<string, string> =>
  new Map(
    pairs
      .trim()
      .split(/\s+/u)
      .flatMap((pair) => {
        const [english = '', words = ''] = pair.split('=');
        return words.split(',').map((word): [string, string] => [word, english.replaceAll('_', ' ')]);
      }),
  );

/**
 * Returns the source of a regular expression that matches any of the texts, the longest first. Without texts, the
 * expression never matches.
 */
export const anyOf = (texts: Iterable<string>): string =>
  [...texts]
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'))
    .join('|') || '(?!)';
