import type { Mood, Place, RoomKind, TimeOfDay, Weather } from '../pictures/brief';
import { MOOD_WORDS, TIME_WORDS, WEATHER_WORDS } from './lexicon-feel';
import { PLACE_WORDS, ROOM_WORDS, WEAK_PLACE_WORDS } from './lexicon-places';
import { termFinder, type TermHit } from './words';

const findTimes = termFinder(TIME_WORDS);
const findWeather = termFinder(WEATHER_WORDS);
const findMoods = termFinder(MOOD_WORDS);
const findRooms = termFinder(ROOM_WORDS);
export const findPlaces = termFinder(PLACE_WORDS);

/** 'at the harbour', 'into her kitchen': what says that somebody is there, rather than thinks of it. */
const LOCATIVE =
  /\b(?:in|inside|into|at|on|onto|through|across|along|over|under|beneath|by|beside|near|towards?|to|up|down|around|from|above|below|behind|within|reached|entered|outside)\s+(?:(?:the|a|an|his|her|their|my|our|its|that|this|top|of|old|small|little|great|dark|long|narrow|empty|quiet|wet|cold|whole|end|foot|edge|middle|stone|wooden|spiral)\s+){0,5}$/iu;

function best<Kind extends string>(
  hits: readonly TermHit<Kind>[],
  weigh: (hit: TermHit<Kind>, index: number) => number,
): Kind | null {
  const scores = new Map<Kind, number>();
  hits.forEach((hit, index) => scores.set(hit.kind, (scores.get(hit.kind) ?? 0) + weigh(hit, index)));
  let winner: Kind | null = null;
  for (const [kind, score] of scores) if (winner === null || score > (scores.get(winner) ?? 0)) winner = kind;
  return winner;
}

/** Earlier mentions count a little more: they set the scene. */
const early = (index: number): number => 1 - Math.min(0.5, index * 0.06);

export interface PlaceMention {
  place: Place;
  /** As the text calls it, for example 'lamp room'. */
  term: string;
}

export interface Setting {
  time: TimeOfDay | null;
  weather: Weather | null;
  mood: Mood | null;
  place: PlaceMention | null;
  room: RoomKind | null;
  /** Another place in the same passage: what can be seen from a room. */
  view: Place | null;
}

const NIGHT_BY_LIGHT = new Set(['star', 'moon', 'darkness', 'moonlight', 'starlight']);

/** 'The fog had burned away' tells of a clear sky, 'storm lantern' of no storm. */
const CLEARED =
  /\b(?:fog|mist|rain|storm|clouds?|snow)\b[^.,;!?]{0,24}\b(?:away|lifted|passed|cleared|stopped|ended|was over|were gone|was gone|melted)\b|\b(?:burned|drove|after|cleared) the (?:fog|mist|rain|storm|clouds?)\b/giu;
const CLEAR_SKY =
  /\b(?:clear|bright|sunny|cloudless|sunlit) (?:sky|day|morning|night|afternoon|evening|sun|weather)\b|\bsunshine\b|\bsunny\b/iu;
const LYING_SNOW = /\bsnow(?=\s+(?:lay|lies|covered|covers|capped|on the|still)\b)/giu;
const STORM_THINGS = /\bstorm (?=locker|lantern|door|window|cellar|glass)/giu;

/** What a passage says about when and where it plays; null where it says nothing. */
export function readSetting(text: string): Setting {
  const places = findPlaces(text);
  const sky = text.replace(CLEARED, ' ').replace(STORM_THINGS, ' ').replace(LYING_SNOW, ' ');
  const cleared = CLEARED.test(text);
  CLEARED.lastIndex = 0;
  const weigh = (hit: TermHit<Place>, index: number): number => {
    const before = text.slice(Math.max(0, hit.start - 70), hit.start);
    const there = LOCATIVE.test(before) ? 2.4 : /\bof\s+(?:\w+\s+){0,3}$/u.test(before) ? 1 : 0.7;
    return (
      early(index) *
      there *
      (WEAK_PLACE_WORDS.has(hit.term) ? 0.45 : 1) *
      (/^\s+outside\b/u.test(text.slice(hit.end)) ? 0.3 : 1)
    );
  };
  const place = best(places, weigh);
  const ranked = places
    .map((hit, index) => ({ hit, score: weigh(hit, index) }))
    .filter(({ hit }) => hit.kind === place);
  const named = ranked.sort((a, b) => b.score - a.score)[0]?.hit;
  return {
    time: best(
      findTimes(text),
      (hit, index) => early(index) * (NIGHT_BY_LIGHT.has(hit.term) || hit.term === 'day' ? 0.55 : 1),
    ),
    weather:
      best(
        findWeather(sky),
        (hit, index) => early(index) * (hit.kind === 'storm' ? 1.4 : hit.kind === 'cloudy' ? 0.6 : 1),
      ) ?? (cleared || CLEAR_SKY.test(text) ? 'clear' : null),
    mood: best(findMoods(text), (_, index) => early(index)),
    place: place === null || named === undefined ? null : { place, term: named.term },
    room: best(
      findRooms(text),
      (hit, index) => early(index) * (hit.kind === 'lamp' ? 2 : hit.term === 'room' ? 0.2 : 1),
    ),
    view: best(
      places.filter(({ kind }) => kind !== 'room' && kind !== place),
      weigh,
    ),
  };
}
