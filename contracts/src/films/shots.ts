import type { FilmPace } from './film-settings';
import { LEAD_SECONDS } from './film-timeline';
import { spokenWords } from './phrases';
import type { WordTimes } from './word-times';

/** The movement of the camera over a still image. */
export type ShotMove = 'push-in' | 'pull-out' | 'pan-left' | 'pan-right' | 'tilt-up' | 'tilt-down';

/** Seconds between two cuts. */
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
/** The moves are used in this order, also from one scene to the next. */
const MOVES: readonly ShotMove[] = ['push-in', 'pan-right', 'pull-out', 'tilt-up', 'pan-left', 'tilt-down'];
/** A clip that is slightly too short is slowed by at most this factor; more would be visible. */
export const SLOWEST_CLIP = 1.2;
/** Viewers take an image that is shown more briefly for a fault. */
const LEAST_SHOWN = 0.6;
/** Cost of a cut elsewhere than after a sentence, relative to the cost of an unusual length. */
const CUT_COSTS = { sentence: 0, clause: 0.15, word: 0.8 } as const;
/** Cost per second beyond the longest shot, which exceeds that of any cut. */
const TOO_LONG = 10;

export interface ShotsWish {
  /** Duration of the scene. */
  seconds: number;
  /** The scene's narration, which starts `LEAD_SECONDS` after the scene. */
  speech: { text: string; seconds: number; times?: WordTimes } | null;
  /** The rest of the clip after trimming; `heard`: with its own sound. Null for a scene without a clip. */
  clip: { seconds: number; heard: boolean } | null;
  /** Number of available still images; the main one is the first. */
  images: number;
  pace: FilmPace;
  /** Selects the first camera move. */
  seed: number;
}

/** A part of a scene between two cuts. Seconds from the beginning of the scene. */
export type Shot = { from: number; to: number } & (
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
  /** The clip's last frame, over which the camera continues slowly. */
  | { kind: 'last-frame' }
);

/**
 * Returns the shots of a scene, in order and without a gap. Cuts fall at ends of sentences or clauses; the clip, the
 * main image and the other images alternate, and no image follows itself while there is another.
 */
export function shotsOf(wish: ShotsWish): Shot[] {
  const { seconds, clip, images, seed } = wish;
  const order: readonly ('clip' | number)[] = [...(clip ? ['clip' as const] : []), ...Array(images).keys()];
  const seen = new Map<number, number>();
  const shots: Shot[] = [];
  let turn = 0;
  let played = 0;
  let from = 0;
  for (const to of [...cutsOf(wish), seconds]) {
    const rest = clip ? clip.seconds - played : 0;
    const plays = clip !== null && (from === 0 || (!clip.heard && rest * SLOWEST_CLIP >= to - from));
    const waiting = [...order.slice(turn), ...order.slice(0, turn)];
    const next = waiting.find((what) => what !== 'clip' || plays);
    if (next === undefined) shots.push({ kind: 'last-frame', from, to });
    else if (next === 'clip') {
      shots.push(...clipShots(from, to, { from: played, rest, slowest: clip?.heard ? 1 : SLOWEST_CLIP }));
      played += to - from;
    } else {
      const times = seen.get(next) ?? 0;
      seen.set(next, times + 1);
      const move = MOVES[(seed + shots.length) % MOVES.length] ?? 'push-in';
      shots.push({ kind: 'image', from, to, image: next, move, isClose: times % 2 === 1 });
    }
    turn = next === undefined ? 0 : (order.indexOf(next) + 1) % order.length;
    from = to;
  }
  return shots;
}

/** Returns a clip at its own speed or slightly slower, and its last frame for the remaining time. */
function clipShots(from: number, to: number, clip: { from: number; rest: number; slowest: number }): Shot[] {
  const wanted = to - from;
  const slow = Math.max(1, Math.min(clip.slowest, wanted / clip.rest));
  const whole = clip.rest * slow;
  if (whole >= wanted - 0.01) return [{ kind: 'clip', from, to, clipFrom: clip.from, slow }];
  const moves = Math.min(whole, wanted - LEAST_SHOWN);
  if (moves < LEAST_SHOWN) return [{ kind: 'last-frame', from, to }];
  const middle = from + moves;
  return [
    { kind: 'clip', from, to: middle, clipFrom: clip.from, slow: Math.max(1, moves / clip.rest) },
    { kind: 'last-frame', from: middle, to },
  ];
}

/** Returns the times of the cuts. */
function cutsOf({ seconds, speech, clip, images, pace }: ShotsWish): number[] {
  if (pace === 'still') return [];
  const rhythm = RHYTHMS[pace];
  // A clip's sound needs its images, so the clip is not cut; neither is a clip without narration.
  const held = clip && (clip.heard || speech === null) && clip.seconds >= LEAST_SHOWN ? clip.seconds : 0;
  if (held > 0 && (images === 0 || seconds - held < rhythm.least)) return [];
  const words = speech ? spokenWords(speech.text, speech.seconds, speech.times) : [];
  if (words.length < 2) return [...(held > 0 ? [held] : []), ...evenCuts(held, seconds, rhythm)];
  const places = words.slice(0, -1).map(({ end, to }) => ({ at: LEAD_SECONDS + to, cost: CUT_COSTS[end ?? 'word'] }));
  const later = places.filter(({ at }) => at > held);
  return [...(held > 0 ? [held] : []), ...cheapestCuts(held, seconds, later, rhythm)];
}

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

/** Chooses the cheapest cuts between two times: the sum of the cuts' costs and of the costs of unusual shot lengths. */
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
      // Places further back only cost more.
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
