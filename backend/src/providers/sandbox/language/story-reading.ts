import { LRUCache } from 'lru-cache';
import type { TimeOfDay, Weather } from '../pictures/brief';
import { addFeatures, type Character, positions, readCast } from './cast';
import { type Sentence, sentences } from './sentences';
import { type PlaceMention, readSetting } from './setting';

export interface SentenceReading extends Sentence {
  /** Who is in it, by name, by role or by pronoun; each once, in order. */
  people: Character[];
  /** Only what this sentence says itself; null: as before. */
  time: TimeOfDay | null;
  weather: Weather | null;
  place: PlaceMention | null;
  /** Tells of earlier or habitual things, not of what happens now. */
  backstory: boolean;
}

export interface StoryReading {
  text: string;
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

/** Reads a story once: who, where and when, sentence by sentence. The result is shared: do not change it. */
export function readStory(story: string): StoryReading {
  const known = cache.get(story);
  if (known !== undefined) return known;
  const list = sentences(story);
  const { cast, places } = readCast(story, list);
  const reading: StoryReading = { text: story, cast, places, sentences: resolvePeople(list, cast) };
  cache.set(story, reading);
  return reading;
}

const BACKSTORY =
  /\b(?:had (?!to\b)|used to|once (?:upon|been|kept|lived)|years ago|long ago|would (?:often|always|never)|every (?:night|day|year|morning)|(?:his|her|their) (?:\w+ )?(?:grandfather|grandmother|father|mother|parents|family) (?:kept|was|were|lived|worked))\b/iu;

/** They say that somebody is within, not where. */
const VAGUE_PLACES = new Set(['inside', 'indoors', 'room', 'interior', 'horizon', 'point', 'space']);

interface Memory {
  female: Character | null;
  male: Character | null;
  animal: Character | null;
  /** Index of the sentence the animal was last in: 'it' soon means something else. */
  animalAt: number;
  recent: Character[];
}

const PRONOUN = /\b(she|her|hers|herself|he|him|his|himself|it|its|they|them|their)\b/giu;

/** Walks through the story and remembers whom 'he' and 'she' would mean. */
function resolvePeople(list: readonly Sentence[], cast: readonly Character[]): SentenceReading[] {
  const memory: Memory = { female: null, male: null, animal: null, animalAt: -9, recent: [] };
  return list.map((sentence, index) => {
    const { narrated } = sentence;
    const events = [
      ...cast.flatMap((character) => positions(character, narrated).map((at) => ({ at, character, pronoun: '' }))),
      ...Array.from(narrated.matchAll(PRONOUN), (match) => ({
        at: match.index,
        character: null,
        pronoun: match[0].toLowerCase(),
      })),
    ].sort((a, b) => a.at - b.at);
    const people: Character[] = [];
    const present = (character: Character | null): void => {
      if (character !== null && !people.includes(character)) people.push(character);
    };
    let led = false;
    for (const { at, character, pronoun } of events) {
      if (character !== null) {
        present(character);
        remember(memory, character, index);
        continue;
      }
      const meant = resolve(memory, pronoun, index);
      present(meant);
      if (meant !== null) remember(memory, meant, index);
      if (!led && at === 0 && meant !== null) {
        led = true;
        addFeatures(meant, narrated);
      }
    }
    const lead = events[0];
    if (!led && people.length === 1 && lead !== undefined && lead.character !== null && lead.at < 25)
      addFeatures(lead.character, narrated);
    const setting = readSetting(narrated);
    const place = setting.place !== null && VAGUE_PLACES.has(setting.place.term) ? null : setting.place;
    return {
      ...sentence,
      people,
      time: setting.time,
      weather: setting.weather,
      place,
      backstory: BACKSTORY.test(narrated),
    };
  });
}

function remember(memory: Memory, character: Character, index: number): void {
  if (character.animal) {
    memory.animal = character;
    memory.animalAt = index;
  }
  if (character.gender === 'female') memory.female = character;
  else if (character.gender === 'male') memory.male = character;
  memory.recent = [character, ...memory.recent.filter((other) => other !== character)].slice(0, 4);
}

function resolve(memory: Memory, pronoun: string, index: number): Character | null {
  if (pronoun.startsWith('sh') || pronoun.startsWith('her')) return memory.female ?? unknownOf(memory);
  if (pronoun === 'he' || pronoun.startsWith('hi')) return memory.male ?? unknownOf(memory);
  if (pronoun.startsWith('it')) return index - memory.animalAt <= 1 ? memory.animal : null;
  return null;
}

const unknownOf = (memory: Memory): Character | null =>
  memory.recent.find(({ gender, animal }) => gender === 'unknown' && !animal) ?? null;

interface State {
  time: TimeOfDay;
  weather: Weather;
  place: PlaceMention | null;
}

/** What holds at the start of a passage: the last time and weather told, and where its people were last seen. */
export function stateBefore(reading: StoryReading, index: number, people: readonly Character[]): State {
  const before = reading.sentences.slice(0, index);
  const first = reading.sentences.find(({ time }) => time !== null)?.time ?? 'day';
  const timeIndex = before.findLastIndex(({ time }) => time !== null);
  const weathered = before.slice(Math.max(0, timeIndex)).findLast(({ weather }) => weather !== null);
  return {
    time: before[timeIndex]?.time ?? first,
    weather: weathered?.weather ?? 'clear',
    place: lastPlace(before, people),
  };
}

function lastPlace(before: readonly SentenceReading[], people: readonly Character[]): PlaceMention | null {
  const placed = before.filter(({ place, backstory }) => place !== null && !backstory);
  const seen = placed.findLast((sentence) => sentence.people.some((person) => people.includes(person)));
  return (seen ?? placed[placed.length - 1])?.place ?? null;
}
