import { LIMITS } from '../common/limits';
import type { SpokenWord } from './word-times';
import type { ShotChange, ShotPin, ShotPlace } from './shot-changes';

/** Silence before the first word of a scene, so that the word does not coincide with the cut. */
export const LEAD_SECONDS = 0.2;

/** Number of words stored with a place in a narration, by which the place is found again. */
const WORDS_OF_A_PLACE = 5;
/** Minimum share of a place's words that a rewritten narration must still contain for the place to be found. */
const ENOUGH_WORDS = 0.6;

/** A scene's length and words, by which places are converted into times. */
export interface SpokenScene {
  seconds: number;
  /** Timed from the first word, which is spoken `LEAD_SECONDS` after the scene's beginning; empty without narration. */
  words: readonly SpokenWord[];
}

/** Returns the times between words, at which a scene with narration can be cut. */
export const wordCuts = ({ words }: SpokenScene): number[] => words.slice(0, -1).map(({ to }) => LEAD_SECONDS + to);

const nearest = (times: readonly number[], seconds: number): number =>
  times.reduce(
    (best, time, index) => (Math.abs(time - seconds) < Math.abs((times[best] ?? 0) - seconds) ? index : best),
    0,
  );

/** Returns the place at a time of a scene: the beginning of a word if the scene has narration. */
export function placeAt(seconds: number, scene: SpokenScene): ShotPlace {
  if (seconds <= 0) return { share: 0, word: scene.words.length > 0 ? 0 : null, said: said(scene, 0) };
  const cuts = wordCuts(scene);
  if (seconds >= scene.seconds || (scene.words.length > 0 && cuts.length === 0))
    return { share: 1, word: null, said: '' };
  if (cuts.length === 0) return { share: seconds / scene.seconds, word: null, said: '' };
  const word = nearest(cuts, seconds) + 1;
  return { share: Math.min(1, (cuts[word - 1] ?? 0) / scene.seconds), word, said: said(scene, word) };
}

const said = ({ words }: SpokenScene, from: number): string =>
  words
    .slice(from, from + WORDS_OF_A_PLACE)
    .map(({ text: word }) => word.slice(0, 60))
    .join(' ');

/** Returns the time of a place, or null when the words that were spoken there are gone. */
export function secondsAt(place: ShotPlace, scene: SpokenScene): number | null {
  if (place.share <= 0) return 0;
  if (place.share >= 1) return scene.seconds;
  const cuts = wordCuts(scene);
  if (cuts.length === 0) return place.share * scene.seconds;
  const word = place.word === null ? nearest(cuts, place.share * scene.seconds) + 1 : foundWord(place, scene);
  return word === null ? null : word === 0 ? 0 : (cuts[word - 1] ?? null);
}

const plain = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/**
 * Finds a place in the present narration: where most of its words match, as near as possible to its former position.
 */
function foundWord({ word, said: then }: ShotPlace, { words }: SpokenScene): number | null {
  const wanted = then.split(' ').map(plain);
  const now = words.map(({ text: one }) => plain(one));
  let found: { at: number; same: number; away: number } | null = null;
  for (let at = 0; at < now.length; at++) {
    const same = wanted.filter((one, index) => one === now[at + index]).length;
    const away = Math.abs(at - (word ?? 0));
    if (same < Math.max(1, wanted.length * ENOUGH_WORDS)) continue;
    if (!found || same > found.same || (same === found.same && away < found.away)) found = { at, same, away };
  }
  return found?.at ?? null;
}

/** Minimum seconds of a pinned shot; a shorter one would not be noticed. */
export const LEAST_PIN_SECONDS = 0.5;

/** A pin with its times in the present scene. */
interface PlacedPin<Pin> {
  pin: Pin;
  from: number;
  to: number;
}

/** Places pins in a scene, in order and without overlap; leaves out pins whose words are gone. */
export function placedPins<Pin extends Pick<ShotPin, 'from' | 'to'>>(
  pins: readonly Pin[],
  scene: SpokenScene,
): PlacedPin<Pin>[] {
  const placed = pins.flatMap((pin) => {
    const [from, to] = [secondsAt(pin.from, scene), secondsAt(pin.to, scene)];
    return from !== null && to !== null && to - from >= LEAST_PIN_SECONDS ? [{ pin, from, to }] : [];
  });
  placed.sort((a, b) => a.from - b.from || a.to - b.to);
  return placed.filter(({ from }, index) => from >= (placed[index - 1]?.to ?? 0) - 0.001);
}

/**
 * Adds a pin to a scene's pins. Removes pins that it covers and shortens one that it overlaps. Keeps pins whose words
 * were deleted, since an undo may restore them.
 */
export function withPin(pins: readonly ShotPin[], pin: ShotPin, scene: SpokenScene): ShotPin[] {
  const [from, to] = [secondsAt(pin.from, scene), secondsAt(pin.to, scene)];
  const others = pins.flatMap((other): ShotPin[] => {
    const [start, end] = [secondsAt(other.from, scene), secondsAt(other.to, scene)];
    if (from === null || to === null || start === null || end === null) return [other];
    if (end <= from + 0.001 || start >= to - 0.001) return [other];
    const before = from - start >= LEAST_PIN_SECONDS ? [{ ...other, to: pin.from }] : [];
    const after = before.length === 0 && end - to >= LEAST_PIN_SECONDS ? [{ ...other, from: pin.to }] : [];
    return [...before, ...after];
  });
  return [...others, pin].slice(-LIMITS.shotPinsPerScene);
}

/** Removes the pin of the shot that begins at a place. */
export function withoutPin(pins: readonly ShotPin[], from: ShotPlace, scene: SpokenScene): ShotPin[] {
  const at = secondsAt(from, scene);
  return pins.filter((pin) => {
    const start = secondsAt(pin.from, scene);
    return at === null || start === null || Math.abs(start - at) > 0.05;
  });
}

/** Applies a change to a scene's pins. */
export function changedPins(pins: readonly ShotPin[], change: ShotChange, scene: SpokenScene): ShotPin[] {
  if (change.action === 'reset') return [];
  return change.action === 'unpin' ? withoutPin(pins, change.from, scene) : withPin(pins, change.pin, scene);
}
