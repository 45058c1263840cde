import { COLOURS } from '../language/lexicon-people';
import { OTHER_THINGS, SUBJECT_WORDS } from '../language/lexicon-things';
import { WEAK_PLACE_WORDS } from '../language/lexicon-places';
import { readStory, type SentenceReading } from '../language/story-reading';
import { isAdjective, mergeTraits } from '../language/traits';
import { termFinder, words } from '../language/words';
import { describeCharacter } from './describe-scene';

const MAX_LINES = 8;

const NOT_PROPS = new Set([
  'lighthouse',
  'house',
  'castle',
  'tower',
  'bridge',
  'tree',
  'door',
  'window',
  'table',
  'bird',
  'gull',
  'fish',
  'planet',
  'rainbow',
  'cat',
  'dog',
  'horse',
  'fox',
  'deer',
  'bear',
  'wolf',
  'rabbit',
  'owl',
  'whale',
  'dragon',
  'fire',
  'bed',
  'chair',
]);

const findThings = termFinder<string>({
  ...Object.fromEntries(Object.entries(SUBJECT_WORDS).filter(([kind]) => !NOT_PROPS.has(kind))),
  other: OTHER_THINGS,
});

/** Characters as 'Name: trait, trait', places and things, all in the story's own words. */
export function readContinuity(story: string): { characters: string; environments: string; props: string } {
  const reading = readStory(story);
  const characters = reading.cast
    .slice(0, MAX_LINES)
    .map(
      (character) =>
        `${character.name.replace(/^The /u, '').replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase())}: ${describeCharacter(character)}`,
    );
  return {
    characters: characters.join('\n'),
    environments: environments(reading.sentences, reading.places).join('\n'),
    props: props(reading.sentences).join('\n'),
  };
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

function environments(sentences: readonly SentenceReading[], names: readonly string[]): string[] {
  const found = new Map<string, { count: number; times: Set<string>; details: string[] }>();
  let time: string | null = null;
  for (const sentence of sentences) {
    time = sentence.time ?? time;
    if (sentence.place === null) continue;
    const { term } = sentence.place;
    const entry = found.get(term) ?? { count: 0, times: new Set<string>(), details: [] };
    entry.count += WEAK_PLACE_WORDS.has(term) ? 0.6 : 1;
    if (time !== null) entry.times.add(time);
    entry.details.push(...adjectivesBefore(sentence.narrated, term));
    if (sentence.weather !== null && sentence.weather !== 'clear') entry.details.push(sentence.weather);
    found.set(term, entry);
  }
  const lines = [...found]
    .sort((a, b) => b[1].count - a[1].count)
    .slice(0, MAX_LINES)
    .map(
      ([term, { details, times }]) =>
        `${capital(term)}: ${[...mergeTraits(details, 4), ...[...times].map((value) => (value === 'day' ? 'daylight' : value))].join(', ') || 'as in the story'}`,
    );
  return names.length === 0 ? lines : [`${names.slice(0, 4).join(', ')}: where the story plays`, ...lines];
}

function props(sentences: readonly SentenceReading[]): string[] {
  const found = new Map<string, { count: number; details: string[] }>();
  for (const { text } of sentences) {
    for (const { term } of findThings(text)) {
      const entry = found.get(term) ?? { count: 0, details: [] };
      entry.count++;
      entry.details.push(...adjectivesBefore(text, term));
      found.set(term, entry);
    }
  }
  return [...found]
    .filter(([, { count, details }]) => count > 1 || details.length > 0)
    .sort((a, b) => b[1].count + b[1].details.length * 0.5 - a[1].count - a[1].details.length * 0.5)
    .slice(0, MAX_LINES)
    .map(([term, { details }]) => `${capital(term)}: ${mergeTraits(details, 4).join(', ') || 'plain'}`);
}

const MATERIALS = new Set(
  'brass iron stone wooden glass silver paper leather copper tin steel woollen velvet straw oil storm pocket'.split(
    ' ',
  ),
);

/** 'a small brass key' → ['small', 'brass'] for 'key'. */
function adjectivesBefore(text: string, term: string): string[] {
  const list = words(text);
  const parts = term.split(' ');
  const at = list.findIndex((_, index) => parts.every((part, offset) => list[index + offset]?.plain.startsWith(part)));
  const found: string[] = [];
  for (let index = at - 1; index >= Math.max(0, at - 3); index--) {
    const plain = list[index]?.plain ?? '';
    if (!(MATERIALS.has(plain) || plain in COLOURS || isAdjective(plain))) break;
    found.unshift(plain);
  }
  return found;
}
