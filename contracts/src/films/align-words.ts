import { speechSounds, type SoundKind } from './speech-sounds';
import { readIn, spokenForm } from './spoken-form';
import { inkLength, type WordTimes } from './word-times';
import { splitWords, type WordEnd } from './words';

/** Samples of one channel, in any unit, since only ratios count. */
export interface Sound {
  samples: ArrayLike<number>;
  /** Samples per second. */
  rate: number;
}

const FRAME_SECONDS = 0.01;
const FRAMES_A_SECOND = 100;
/** Hiss is measured between samples that are one period of this rate apart, whatever the recording's own rate. */
const HISS_RATE = 16_000;

/**
 * Mean and standard deviation, measured with three voices: of loudness in decibels relative to the loud parts, and of
 * hiss in decibels.
 */
const SPREADS: Record<SoundKind | 'silence', [loud: number, loudBy: number, hiss: number, hissBy: number]> = {
  vowel: [-3.2, 4, -16, 4],
  voiced: [-5.2, 6, -19, 4],
  hiss: [-15, 7.3, 0.5, 6.6],
  breath: [-21, 10.8, -8, 8],
  stop: [-25, 11.4, -10, 8],
  any: [-12, 12, -12, 10],
  silence: [-49, 8, -8, 12],
};
const KINDS = Object.keys(SPREADS) as (SoundKind | 'silence')[];
/** Below 1, since neighbouring frames are not independent of each other. */
const FRAME_WEIGHT = 0.35;
/** Maximum cost of a frame, so that no single noise decides the alignment. */
const MOST_COST = 8;

/** Cost of a silence between two words (`some`) and of no silence (`none`), by the unit of language that ends there. */
const SILENCE_COST: Record<'sentence' | 'clause' | 'none', { some: number; none: number }> = {
  sentence: { some: 0, none: 7 },
  clause: { some: 0, none: 3 },
  none: { some: 6, none: 0 },
};
const SILENT_FRAME_COST = 0.02;
/** Factor by which sounds before a pause are longer. */
const DRAWN_OUT = 1.35;
/** Standard deviation of a sound's length, as the logarithm of a factor. */
const LENGTH_BY = 0.45;
const LONGEST_FRAMES = 40;
const SKIPPED_COST = 2;
/** Search range on either side of a sound's expected place: in frames, and as a share of all frames. */
const BAND_FRAMES = 150;
const BAND_SHARE = 0.07;
const PASSES = 3;

interface Step {
  kind: SoundKind;
  /** Usual length in frames. */
  frames: number;
}
interface SpokenStep {
  steps: Step[];
  isOptional: boolean;
  end: WordEnd;
}

/**
 * Finds when each word of a text is spoken, from the sound alone: aligns the sounds that the letters stand for with the
 * recording's loudness, hiss and silences.
 */
export function alignWords(text: string, sound: Sound): WordTimes {
  const words = splitWords(text);
  const language = readIn(text);
  const spoken = words.map((word, index): SpokenStep => {
    const { spelling, isOptional } = spokenForm(word.text, language, words[index - 1]?.text);
    const steps = speechSounds(spelling, language).map(({ kind, seconds }) => ({
      kind,
      frames: seconds * FRAMES_A_SECOND,
    }));
    const last = steps.findLastIndex(({ kind }) => kind === 'vowel');
    const isLast = word.end !== null || index === words.length - 1;
    return {
      steps: steps.map((step, at) => (isLast && at >= last ? { ...step, frames: step.frames * DRAWN_OUT } : step)),
      isOptional,
      end: word.end,
    };
  });
  const heard = heardIn(sound);
  let borders: [from: number, to: number][] = [];
  let paces = spoken.map(() => 1);
  for (let pass = 0; pass < PASSES; pass++) {
    borders = cheapestBorders(spoken, paces, heard);
    paces = pacesOf(spoken, borders);
  }
  const ms = (frame: number): number => Math.round(frame * FRAME_SECONDS * 1000);
  let ink = 0;
  return words.map((word, index) => {
    ink += inkLength(word.text);
    const [from, to] = borders[index] ?? [0, 0];
    return [ink, ms(from), ms(to)];
  });
}

interface Heard {
  frames: number;
  /** Prefix sums of the costs of each kind of sound: entry n adds up all frames before frame n. */
  costs: Record<SoundKind | 'silence', Float64Array>;
  /** Prefix sums of the frames that are not silent: entry n counts those before frame n. */
  loud: Int32Array;
}

function heardIn({ samples, rate }: Sound): Heard {
  const hop = rate * FRAME_SECONDS;
  const frames = Math.max(1, Math.floor(samples.length / hop));
  const lag = Math.max(1, Math.round(rate / HISS_RATE));
  const loudness = new Float64Array(frames);
  const hiss = new Float64Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    let energy = 1e-9;
    let change = 1e-9;
    const middle = (frame + 0.5) * hop;
    for (let at = Math.max(0, Math.floor(middle - hop)); at < middle + hop && at < samples.length; at++) {
      const value = samples[at] ?? 0;
      energy += value * value;
      change += (value - (samples[at - lag] ?? 0)) ** 2;
    }
    loudness[frame] = 10 * Math.log10(energy / (2 * hop));
    hiss[frame] = 10 * Math.log10(change / energy);
  }
  const sorted = loudness.toSorted();
  const top = sorted[Math.floor((frames - 1) * 0.95)] ?? 0;
  // Silence in a recording is louder than silence made by a computer.
  const floor = Math.min(-32, Math.max(-60, (sorted[Math.floor((frames - 1) * 0.03)] ?? 0) - top));
  const silent = Math.min(-28, floor + 8);
  const costs = Object.fromEntries(KINDS.map((kind) => [kind, new Float64Array(frames + 1)])) as Heard['costs'];
  const loud = new Int32Array(frames + 1);
  for (let frame = 0; frame < frames; frame++) {
    const level = Math.max(floor, (loudness[frame] ?? 0) - top);
    loud[frame + 1] = (loud[frame] ?? 0) + (level > silent ? 1 : 0);
    for (const kind of KINDS) {
      const [mean, by, hissMean, hissBy] = SPREADS[kind];
      const at = kind === 'silence' ? Math.max(mean, floor + 3) : mean;
      const off = level < at && kind === 'silence' ? 0 : ((level - at) / by) ** 2;
      const hissOff = level <= floor + 3 ? 0 : (((hiss[frame] ?? 0) - hissMean) / hissBy) ** 2;
      const cost = Math.min(MOST_COST, (off + hissOff) / 2 + Math.log((by * hissBy) / 16));
      costs[kind][frame + 1] = (costs[kind][frame] ?? 0) + cost * FRAME_WEIGHT;
    }
  }
  return { frames, costs, loud };
}

/** Returns the pace of each word, measured over the range between two pauses that contains it. */
function pacesOf(spoken: readonly SpokenStep[], borders: readonly [number, number][]): number[] {
  const wanted = spoken.map(({ steps }) => steps.reduce((sum, { frames }) => sum + frames, 0));
  const took = borders.map(([from, to]) => to - from);
  const all = sumOf(took) / Math.max(1, sumOf(wanted.filter((_, index) => (took[index] ?? 0) > 0)));
  const paces: number[] = [];
  for (let begin = 0; begin < spoken.length;) {
    let end = begin + 1;
    while (end < spoken.length && (borders[end]?.[0] ?? 0) - (borders[end - 1]?.[1] ?? 0) < 10) end++;
    const heard = sumOf(took.slice(begin, end));
    const expected = sumOf(wanted.slice(begin, end).filter((_, at) => (took[begin + at] ?? 0) > 0));
    // A range of few words says little about its pace, so the pace of the whole recording is mixed in.
    const pace = (heard + 60 * all) / (expected + 60);
    for (; begin < end; begin++) paces.push(pace);
  }
  return paces;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** A border between two sounds, with the cheapest path to it for each frame of its band. */
interface Place {
  first: number;
  cost: Float64Array;
  /**
   * Frame of the previous border. After a skipped word it is -1 - n, where n is the index of the border before the
   * word.
   */
  before: Int32Array;
}

/** Finds the beginning and the end of each word in frames. */
function cheapestBorders(spoken: readonly SpokenStep[], paces: readonly number[], heard: Heard): [number, number][] {
  const { frames, costs, loud } = heard;
  const all = sumOf(
    spoken.map(({ steps, isOptional }, n) =>
      isOptional ? 0 : sumOf(steps.map((step) => step.frames * (paces[n] ?? 1))),
    ),
  );
  const scale = paces.every((pace) => pace === 1) && all > 0 ? (loud[frames] ?? 0) / all : 1;
  const band = Math.round(BAND_FRAMES + frames * BAND_SHARE);
  const places: Place[] = [];
  let spent = 0;
  const frameAt = (loudFrames: number): number => {
    let [low, high] = [0, frames];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((loud[middle] ?? 0) < loudFrames) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const place = (): Place => {
    const middle = frameAt(Math.min(spent * (all > 0 ? (loud[frames] ?? 0) / (all * scale) : 1), loud[frames] ?? 0));
    const first = Math.max(0, middle - band);
    const size = Math.min(frames, middle + band) - first + 1;
    return { first, cost: new Float64Array(size).fill(Infinity), before: new Int32Array(size) };
  };
  const costAt = ({ first, cost }: Place, frame: number): number => cost[frame - first] ?? Infinity;

  /** Adds a border after a silence of any length, including none. */
  const silence = (from: Place, { some, none }: { some: number; none: number }): Place => {
    const to = place();
    let running = Infinity;
    let begin = 0;
    for (let index = 0; index < to.cost.length; index++) {
      const frame = to.first + index;
      const step = (costs.silence[frame] ?? 0) - (costs.silence[frame - 1] ?? 0) + SILENT_FRAME_COST;
      running += step;
      const enters = costAt(from, frame - 1) + some + step;
      if (enters < running) [running, begin] = [enters, frame - 1];
      const stays = costAt(from, frame) + none;
      const isShort = stays <= running;
      to.cost[index] = isShort ? stays : running;
      to.before[index] = isShort ? frame : begin;
    }
    return to;
  };
  const speak = (from: Place, { kind, frames: usual }: Step, pace: number): Place => {
    const to = place();
    const length = Math.max(1.5, usual * scale * pace);
    const most = Math.min(LONGEST_FRAMES, Math.ceil(length * 4));
    const lengthCost = Float64Array.from(
      { length: most + 1 },
      (_, took) => (Math.log(Math.max(0.5, took) / length) / LENGTH_BY) ** 2 / 2,
    );
    const sums = costs[kind];
    for (let index = 0; index < to.cost.length; index++) {
      const frame = to.first + index;
      let best = Infinity;
      let start = 0;
      const last = Math.min(most, frame - from.first);
      for (let took = Math.max(1, frame - from.first - from.cost.length + 1); took <= last; took++) {
        const reached = from.cost[frame - took - from.first] ?? Infinity;
        const total = reached - (sums[frame - took] ?? 0) + (lengthCost[took] ?? 0);
        if (total < best) {
          best = total;
          start = frame - took;
        }
      }
      to.cost[index] = best + (sums[frame] ?? 0);
      to.before[index] = start;
    }
    return to;
  };

  const begin = place();
  if (begin.first === 0) begin.cost[0] = 0;
  places.push(begin, silence(begin, { some: 0, none: 0 }));
  const spans: [begin: number, end: number][] = [];
  for (const [index, { steps, isOptional, end }] of spoken.entries()) {
    const start = places.length - 1;
    for (const step of steps) {
      if (!isOptional) spent += step.frames * scale * (paces[index] ?? 1);
      places.push(speak(places.at(-1) ?? begin, step, paces[index] ?? 1));
    }
    const [from, to] = [places[start], places.at(-1)];
    if (isOptional && from && to && from !== to) {
      for (let at = 0; at < to.cost.length; at++) {
        const skipped = costAt(from, to.first + at) + SKIPPED_COST;
        if (skipped > (to.cost[at] ?? Infinity)) continue;
        to.cost[at] = skipped;
        to.before[at] = -1 - start;
      }
    }
    spans.push([start, places.length - 1]);
    const isLast = index === spoken.length - 1;
    if (steps.length > 0 || isLast)
      places.push(silence(places.at(-1) ?? begin, isLast ? { some: 0, none: 0 } : SILENCE_COST[end ?? 'none']));
  }
  return spansAlong(places, spans, frames);
}

/** Follows the cheapest path back from the last frame. */
function spansAlong(places: readonly Place[], spans: readonly [number, number][], frames: number): [number, number][] {
  const frameOf = new Int32Array(places.length);
  let frame = frames;
  for (let at = places.length - 1; at > 0;) {
    frameOf[at] = frame;
    const { first, before } = places[at] ?? { first: 0, before: [] };
    const previous = before[frame - first] ?? 0;
    if (previous >= 0) {
      frame = previous;
      at--;
      continue;
    }
    // All borders of a skipped word get the same frame.
    for (const start = -1 - previous; at > start; at--) frameOf[at] = frame;
  }
  return spans.map(([begin, end]) => [frameOf[begin] ?? 0, frameOf[end] ?? 0]);
}
