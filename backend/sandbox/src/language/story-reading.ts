import { LRUCache } from 'lru-cache';
import type { TimeOfDay, Weather } from '../pictures/brief';
import { type Character, readCast } from './cast';
import type { Language } from './language';
import { languageOf } from './languages';
import { SCENE_LINE, type Sentence, sentences } from './sentences';
import { placeIn, type PlaceMention, timeIn, weatherIn } from './setting';

export interface SentenceReading extends Sentence {
  /** Characters named in the sentence, outside speech. */
  people: Character[];
  /** Time named in this sentence itself, not carried over from earlier ones. */
  time: TimeOfDay | null;
  weather: Weather | null;
  place: PlaceMention | null;
}

export interface StoryReading {
  text: string;
  language: Language;
  sentences: SentenceReading[];
  cast: Character[];
  /** Proper names of places. */
  places: string[];
}

const cache = new LRUCache<string, StoryReading>({
  max: 8,
  maxSize: 4_000_000,
  sizeCalculation: (_, story) => story.length + 1,
});

/** Reads a story once, sentence by sentence: characters, places and times. The result is shared: do not change it. */
export function readStory(story: string): StoryReading {
  const known = cache.get(story);
  if (known !== undefined) return known;
  const language = languageOf(story);
  const list = sentences(story, language);
  const { cast, places } = readCast(list, language);
  const reading = { text: story, language, cast, places, sentences: readSentences(list, language, cast) };
  cache.set(story, reading);
  return reading;
}

const SLUG_TIMES: readonly [RegExp, TimeOfDay][] = [
  [/\bNIGHT\b/u, 'night'],
  [/\b(?:DUSK|EVENING|SUNSET)\b/u, 'dusk'],
  [/\b(?:DAWN|SUNRISE)\b/u, 'dawn'],
  [/\b(?:DAY|MORNING|AFTERNOON|NOON)\b/u, 'day'],
];

function readSentences(list: readonly Sentence[], language: Language, cast: readonly Character[]): SentenceReading[] {
  return list.map((sentence) => {
    const { mark, narrated, text } = sentence;
    const slug = mark && SCENE_LINE.test(text) ? SLUG_TIMES.find(([pattern]) => pattern.test(text))?.[1] : undefined;
    const now = happening(narrated);
    return {
      ...sentence,
      people: cast.filter(({ pattern }) => pattern.test(now)),
      time: slug ?? timeIn(narrated.replace(SUBORDINATE, '').replace(LATER, ''), language),
      weather: weatherIn(narrated, language),
      place: placeIn(now, language),
    };
  });
}

/** Reads a passage by itself, with the characters of its story. */
export const readPassage = (text: string, { language, cast }: StoryReading): SentenceReading[] =>
  readSentences(sentences(text, language), language, cast);

const EARLIER = /\b(?:had|used to|years ago|long ago)\b/iu;
/**
 * Matches verbs that speak of another time: 'Lorries would cross the island at night' says nothing about the present
 * scene.
 */
const LATER = /\b(?:would|will|might|going to)\b[^.;:!?]*/giu;
const SUBORDINATE =
  /\b(?:as if|although|because|for|if|before|after|until|who|which|that|where|what|than|since)\b[^,;:.]{0,80}\bhad\b[^,;:.]*/giu;

/** Returns the part of a sentence that happens now; empty when the sentence is about an earlier time. */
export function happening(narrated: string): string {
  const now = narrated.replace(SUBORDINATE, '');
  return EARLIER.test(now) ? '' : now;
}

/** Returns the place of a passage if the passage names one. */
export const placeOf = (part: readonly SentenceReading[], { language }: StoryReading): PlaceMention | null =>
  placeIn(part.map(({ narrated }) => happening(narrated)).join(' '), language);

/**
 * Returns the last time and place before a passage that still apply to it. A time applies until the day ends; a place
 * applies while one of the characters seen there is in the passage.
 */
export function heldBefore(
  { sentences: all, language }: StoryReading,
  part: readonly SentenceReading[],
  people: readonly Character[],
): { time: TimeOfDay | null; place: PlaceMention | null } {
  const [first] = part;
  const before = first === undefined ? [] : all.slice(0, Math.max(0, all.indexOf(first)));
  const endsDay = ({ narrated }: SentenceReading): boolean => language.lasting.test(narrated);
  const timed = part.some(endsDay)
    ? undefined
    : before.findLast((sentence) => sentence.time !== null || endsDay(sentence));
  const placed = before.findLast(({ place }) => place !== null);
  const there = before
    .filter(({ paragraph }) => paragraph === placed?.paragraph)
    .flatMap((sentence) => sentence.people);
  const stays = people.length === 0 || people.some((one) => there.includes(one));
  return { time: timed?.time ?? null, place: stays ? (placed?.place ?? null) : null };
}
