import type { Mood, Place, RoomKind, TimeOfDay, Weather } from '../pictures/brief';
import { ENGLISH } from './english';
import type { Language } from './language';
import { MOOD_WORDS, ROOM_WORDS, WEAK_PLACE_WORDS } from './lexicon';
import { termFinder, type TermHit } from './words';

const findMoods = termFinder(MOOD_WORDS);
const findRooms = termFinder(ROOM_WORDS);

const finders = new Map<string, ReturnType<typeof findersOf>>();
function findersOf({ spaced, time, weather, place }: Language) {
  return { time: termFinder(time, spaced), weather: termFinder(weather, spaced), place: termFinder(place, spaced) };
}

/** Words that show that a character is at a place rather than thinking of it: 'at the harbour', 'into her kitchen'. */
const LOCATIVE =
  /\b(?:in|inside|into|at|on|onto|through|across|along|over|under|by|beside|near|towards?|to|up|down|around|from|above|below|behind|reached|entered|outside)\s+(?:\w+\s+){0,3}$/iu;

function best<Kind extends string>(
  hits: readonly TermHit<Kind>[],
  weigh: (hit: TermHit<Kind>) => number = () => 1,
): Kind | null {
  const scores = new Map<Kind, number>();
  // Earlier mentions weigh a little more: they set the scene.
  hits.forEach((hit, index) =>
    scores.set(hit.kind, (scores.get(hit.kind) ?? 0) + weigh(hit) * (1 - Math.min(0.5, index * 0.06))),
  );
  return [...scores].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

export interface PlaceMention {
  place: Place;
  /** The lexicon's term, for example 'lamp room'. */
  term: string;
}

/** Matches phrases with a weather word that do not state the weather: 'The rain had stopped', 'a storm lantern'. */
const NO_WEATHER =
  /\b(?:fog|mist|rain|storm|clouds?|snow)\b[^.,;!?]{0,24}\b(?:away|lifted|passed|cleared|stopped|ended|over|gone|melted)\b|\bafter the (?:fog|mist|rain|storm)\b|\bstorm (?=locker|lantern|door|window|cellar|glass)|\bsnow(?= (?:lay|lies|covered|on the|still)\b)|[雨雪雾](?:散|停)|[雨雪霧][はが](?:やん|晴れ)/giu;
const CLEAR_SKY =
  /\b(?:clear|bright|sunny|cloudless) (?:sky|day|morning|night|afternoon|evening)\b|\bsunshine\b|\bsunny\b|\b(?:fog|mist|clouds?) (?:away|lifted|cleared)\b/iu;
const DENIED = /\b(?:not?|never|nobody|nothing|without|\w+n['’]t)\b/iu;

function findersFor(language: Language): ReturnType<typeof findersOf> {
  const known = finders.get(language.tag) ?? findersOf(language);
  finders.set(language.tag, known);
  return known;
}

export const timeIn = (text: string, language: Language): TimeOfDay | null => best(findersFor(language).time(text));

export function weatherIn(text: string, language: Language): Weather | null {
  const hits = findersFor(language).weather(text.replace(NO_WEATHER, ' '));
  return best(hits, ({ kind }) => (kind === 'storm' ? 1.4 : 1)) ?? (CLEAR_SKY.test(text) ? 'clear' : null);
}

/** Returns the mood if the text names one; in English, only if the text does not negate it. */
export const moodIn = (text: string, language: Language): Mood | null =>
  language === ENGLISH
    ? best(findMoods(text).filter(({ start }) => !DENIED.test(text.slice(Math.max(0, start - 24), start))))
    : null;

/** Matches words before a place that the characters leave: 'From the station to the beach' ends at the beach. */
const LEFT_BEHIND = /\b(?:from|left|leaving)\s+(?:\w+\s+){0,2}$/iu;
const TOWARDS = /\bto(?:wards?)?\s+(?:\w+\s+){0,2}$/iu;

const weighPlace =
  (text: string) =>
  ({ term, start, end }: TermHit<Place>): number => {
    const before = text.slice(Math.max(0, start - 60), start);
    const stands = /^(?:in|on|at|under) /u.test(term) || LOCATIVE.test(before);
    return (
      (LEFT_BEHIND.test(before) ? 0.5 : TOWARDS.test(before) ? 2 : stands ? 2.4 : 0.8) *
      (WEAK_PLACE_WORDS.has(term) ? 0.45 : 1) *
      (/^\s+outside\b/u.test(text.slice(end, end + 12)) ? 0.3 : 1)
    );
  };

export function placeIn(text: string, language: Language): PlaceMention | null {
  const weigh = weighPlace(text);
  const found = findersFor(language).place(text);
  // In 'village school' the second noun decides the place, but not in 'cliff path', since 'path' is weak evidence.
  const isHead = ({ kind, term }: TermHit<Place>): boolean => kind === 'room' || !WEAK_PLACE_WORDS.has(term);
  const hits = language.spaced
    ? found.filter(({ end }) => !found.some((next) => next.start === end + 1 && isHead(next)))
    : found;
  const place = best(hits, weigh);
  const [named] = hits.filter(({ kind }) => kind === place).sort((a, b) => weigh(b) - weigh(a));
  return named === undefined ? null : { place: named.kind, term: named.term };
}

/** Reads an English prompt: the kind of room, and another place visible from it. */
export function roomIn(text: string): { room: RoomKind | null; view: Place | null } {
  const place = placeIn(text, ENGLISH)?.place;
  const others = findersFor(ENGLISH)
    .place(text)
    .filter(({ kind }) => kind !== 'room' && kind !== place);
  return {
    room: best(findRooms(text), ({ kind, term }) => (kind === 'lamp' ? 2 : term === 'room' ? 0.2 : 1)),
    view: best(others, weighPlace(text)),
  };
}
