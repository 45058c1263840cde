import type { FilmPace } from './film-settings';
import { spokenWords } from './phrases';
import type { ShotPin } from './shot-changes';
import { LEAD_SECONDS, placedPins, type SpokenScene } from './shot-pins';
import type { SpokenWord, WordTimes } from './word-times';

/** The movement of the camera over a still image. */
export type ShotMove = 'push-in' | 'pull-out' | 'pan-left' | 'pan-right' | 'tilt-up' | 'tilt-down';

/** Minimum, usual and maximum seconds between two cuts. */
interface Rhythm {
  least: number;
  usual: number;
  most: number;
}

const RHYTHMS: Record<Exclude<FilmPace, 'still'>, Rhythm> = {
  calm: { least: 3, usual: 4.2, most: 5 },
  normal: { least: 2, usual: 3.3, most: 5 },
  quick: { least: 2, usual: 2.4, most: 3.5 },
};
/** Camera moves in the order of use; each scene begins with another one. */
const MOVES: readonly ShotMove[] = ['push-in', 'pan-right', 'pull-out', 'tilt-up', 'pan-left', 'tilt-down'];
/** Maximum factor by which a clip that is slightly too short is slowed down; more would be visible. */
export const SLOWEST_CLIP = 1.2;
/** Minimum seconds for which an image is shown; viewers would take a shorter appearance for a fault. */
const LEAST_SHOWN = 0.6;
/** Cost of a cut after a sentence, a clause or another word, relative to the cost of an unusual shot length. */
const CUT_COSTS = { sentence: 0, clause: 0.15, word: 0.8 } as const;
/** Cost of each second by which a shot exceeds the maximum length; higher than the cost of any cut. */
const TOO_LONG = 10;

/** A shot that was set by hand; `picture`: the clip, the index of an image, or null for the next picture in turn. */
export type PinnedShot = Pick<ShotPin, 'from' | 'to'> & { picture: 'clip' | number | null };

export interface ShotsWish {
  /** Duration of the scene. */
  seconds: number;
  /**
   * The scene's narration, which starts `LEAD_SECONDS` after the scene. `times`: measured times of its words; without
   * these, the times are estimated from the text.
   */
  speech: { text: string; seconds: number; times?: WordTimes } | null;
  /**
   * The part of the clip that is left after trimming; `heard`: the clip keeps its own sound. Null for a scene without a
   * clip.
   */
  clip: { seconds: number; heard: boolean } | null;
  /** Number of available still images; the main one is the first. */
  images: number;
  pace: FilmPace;
  /** Selects the first camera move. */
  seed: number;
  pins?: readonly PinnedShot[];
}

/** A part of a scene between two cuts. Seconds from the beginning of the scene. */
export type Shot = { from: number; to: number; isPinned: boolean } & (
  | {
      kind: 'clip';
      /** Start within the trimmed clip, in seconds. */
      clipFrom: number;
      /** Factor by which the clip is slowed down. */
      slow: number;
    }
  | {
      kind: 'image';
      /** Index among the still images, from 0. */
      image: number;
      move: ShotMove;
      /** True when the camera is closer, so that a repeated image looks different. */
      isClose: boolean;
    }
  | {
      /** The clip's last frame. */
      kind: 'last-frame';
      /**
       * True when the shot follows the clip directly, without a cut: the camera continues slowly from the clip's end.
       */
      continues: boolean;
      move: ShotMove;
      isClose: boolean;
    }
);

/** Returns a scene's words and length, by which its places are converted into times. */
export const spokenScene = ({ seconds, speech }: Pick<ShotsWish, 'seconds' | 'speech'>): SpokenScene => ({
  seconds,
  words: speech ? spokenWords(speech.text, speech.seconds, speech.times) : [],
});

type Picture = 'clip' | number;
/** The time between two cuts. */
interface Segment {
  from: number;
  to: number;
  pinned?: Picture | null;
}

/**
 * Returns the shots of a scene, in order and without a gap. Cuts fall at ends of sentences or clauses; the clip, the
 * main image and the other images alternate, and no picture is shown twice in a row while there is another one. Pinned
 * shots keep their cuts and pictures, and the others are planned around them.
 */
export function shotsOf(wish: ShotsWish): Shot[] {
  const { clip, images, seed } = wish;
  const order: readonly Picture[] = [...(clip ? ['clip' as const] : []), ...Array(images).keys()];
  const seen = new Map<number, number>();
  const shots: Shot[] = [];
  let turn = 0;
  let played = 0;
  let before: Picture | undefined;
  const segments = segmentsOf(wish);
  for (const [index, { from, to, pinned }] of segments.entries()) {
    const clipFrom = clip?.heard ? from : played;
    const rest = clip ? clip.seconds - clipFrom : 0;
    const isPinned = pinned !== undefined;
    const mayPlay =
      clip !== null && (from === 0 || (clip.heard ? rest >= LEAST_SHOWN : rest * SLOWEST_CLIP >= to - from));
    const waiting = [...order.slice(turn), ...order.slice(0, turn)].filter((one) => one !== 'clip' || mayPlay);
    const after = segments[index + 1]?.pinned ?? null;
    const next =
      (pinned === 'clip' ? clip && 'clip' : pinned) ??
      (clip?.heard && mayPlay ? 'clip' : undefined) ??
      waiting.find((one) => one !== before && one !== after) ??
      waiting.find((one) => one !== before) ??
      waiting[0];
    const move = MOVES[(seed + shots.length) % MOVES.length] ?? 'push-in';
    // Index -1 stands for the clip's last frame as a still image.
    const slowest = clip?.heard ? 1 : SLOWEST_CLIP;
    const image = next === undefined || (next === 'clip' && rest * slowest < LEAST_SHOWN - 0.001) ? -1 : next;
    if (image === 'clip') {
      shots.push(...clipShots({ from, to, isPinned }, { from: clipFrom, rest, slowest }));
      played = clipFrom + Math.min(rest, to - from);
      if (shots.at(-1)?.kind === 'last-frame') seen.set(-1, 1);
    } else {
      const times = seen.get(image) ?? 0;
      seen.set(image, times + 1);
      const camera = { move, isClose: times % 2 === 1 };
      if (image >= 0) shots.push({ kind: 'image', from, to, isPinned, image, ...camera });
      else shots.push({ kind: 'last-frame', from, to, isPinned, continues: false, ...camera });
    }
    if (next !== undefined) turn = (order.indexOf(next) + 1) % order.length;
    before = next;
  }
  return shots;
}

/** Returns a clip at its own speed or slightly slower, followed by its last frame for the remaining time. */
function clipShots(
  shot: { from: number; to: number; isPinned: boolean },
  clip: { from: number; rest: number; slowest: number },
): Shot[] {
  const { from, to } = shot;
  const wanted = to - from;
  const slow = Math.max(1, Math.min(clip.slowest, wanted / clip.rest));
  const whole = clip.rest * slow;
  if (whole >= wanted - 0.01) return [{ ...shot, kind: 'clip', clipFrom: clip.from, slow }];
  const still = { kind: 'last-frame', continues: true, move: 'push-in', isClose: false } as const;
  const moves = Math.min(whole, wanted - LEAST_SHOWN);
  if (moves < LEAST_SHOWN) return [{ ...shot, ...still }];
  const middle = from + moves;
  return [
    { ...shot, to: middle, kind: 'clip', clipFrom: clip.from, slow: Math.max(1, moves / clip.rest) },
    { ...shot, ...still, from: middle },
  ];
}

/** Divides a scene by its pinned shots and by the cuts that are chosen between them. */
function segmentsOf(wish: ShotsWish): Segment[] {
  const scene = spokenScene(wish);
  const pins = placedPins(wish.pins ?? [], scene).map(({ pin, from, to }) => ({ from, to, pinned: pin.picture }));
  const segments: Segment[] = [];
  let from = 0;
  for (const pin of [...pins, null]) {
    const to = pin?.from ?? wish.seconds;
    const last = segments.at(-1);
    // A very short remainder between two pins would only flash by, so it gets no shot of its own.
    if (to - from >= LEAST_SHOWN || segments.length + (pin ? 1 : 0) === 0) {
      const borders = [from, ...cutsOf(wish, scene.words, from, to), to];
      segments.push(...borders.slice(1).map((end, index) => ({ from: borders[index] ?? from, to: end })));
    } else if (pin) pin.from = from;
    else if (last) last.to = to;
    if (!pin) break;
    segments.push(pin);
    from = pin.to;
  }
  return segments;
}

/** Returns the times of the cuts between two times of a scene. */
function cutsOf(
  { speech, clip, images, pace }: ShotsWish,
  words: readonly SpokenWord[],
  from: number,
  to: number,
): number[] {
  if (pace === 'still') return [];
  const rhythm = RHYTHMS[pace];
  // A clip with its own sound must not be cut, so it is shown as a whole. So is a clip in a scene without narration or
  // without images.
  const holds = clip && (clip.heard || speech === null || images === 0) && clip.seconds >= LEAST_SHOWN;
  const held = holds ? Math.max(from, clip.seconds) : from;
  if (held > from && to - held < rhythm.least) return [];
  // Cut at the clip's end, unless only its last frame can follow: then the shot continues without a cut.
  const first = held > from && images > 0 ? [held] : [];
  const later = wordPlaces(words).filter(({ at }) => at > held && at < to);
  return [...first, ...(words.length < 2 ? evenCuts(held, to, rhythm) : cheapestCuts(held, to, later, rhythm))];
}

const wordPlaces = (words: readonly SpokenWord[]): Place[] =>
  words.slice(0, -1).map(({ end, to }) => ({ at: LEAD_SECONDS + to, cost: CUT_COSTS[end ?? 'word'] }));

function evenCuts(from: number, to: number, { least, usual, most }: Rhythm): number[] {
  const wanted = to - from;
  const count = Math.max(
    1,
    Math.min(Math.floor(wanted / least), Math.max(Math.ceil(wanted / most), Math.round(wanted / usual))),
  );
  return Array.from({ length: count - 1 }, (_, index) => from + (wanted * (index + 1)) / count);
}

interface Place {
  at: number;
  cost: number;
}

/**
 * Chooses the cheapest cuts between two times: those with the lowest sum of the costs of cuts and of unusual shot
 * lengths.
 */
function cheapestCuts(from: number, to: number, places: readonly Place[], { least, usual, most }: Rhythm): number[] {
  const all: Place[] = [{ at: from, cost: 0 }, ...places, { at: to, cost: 0 }];
  const best: { cost: number; before: number }[] = [{ cost: 0, before: 0 }];
  for (let here = 1; here < all.length; here++) {
    let found = { cost: Infinity, before: 0 };
    for (let before = here - 1; before >= 0; before--) {
      const length = (all[here]?.at ?? 0) - (all[before]?.at ?? 0);
      if (length < least) continue;
      const lengthCost = ((length - usual) / usual) ** 2 + Math.max(0, length - most) * TOO_LONG;
      const cost = (best[before]?.cost ?? Infinity) + (all[here]?.cost ?? 0) + lengthCost;
      if (cost < found.cost) found = { cost, before };
      // Shots that begin still earlier only cost more.
      if (length > 2 * most && found.cost < Infinity) break;
    }
    best[here] = found;
  }
  const cuts: number[] = [];
  let at = best.at(-1)?.cost === Infinity ? 0 : (best.at(-1)?.before ?? 0);
  while (at > 0) {
    cuts.unshift(all[at]?.at ?? 0);
    at = best[at]?.before ?? 0;
  }
  return cuts;
}
