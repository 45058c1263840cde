import { wavHeader } from '@storyreel/ffmpeg';

/** Bound once, since looking up a global name takes longer than most of these functions. */
const { cos, exp, imul, max, min, round, sin, tanh, PI } = Math;

/** Sample rate of the beds. It is the film's own rate, so that no bed is ever resampled. */
export const RATE = 48_000;

/** Two channels of a loop without a seam: a sound that lasts beyond the end continues at the start. */
export interface Loop {
  left: Float32Array;
  right: Float32Array;
}

export const emptyLoop = (seconds: number): Loop => {
  const length = round(seconds * RATE);
  return { left: new Float32Array(length), right: new Float32Array(length) };
};

/** A mono or a stereo sound. */
export type Sound = readonly [Float32Array] | readonly [Float32Array, Float32Array];

/** Position and level of a sound in a loop. */
export interface Place {
  /** Time in seconds from the start. */
  at: number;
  gain: number;
  /** Position between the channels: -1 is left, 1 is right. */
  pan: number;
}

/** Adds a sound to a loop, with constant power at every pan position. */
export function addSound(loop: Loop, [first, second = first]: Sound, { at, gain, pan }: Place): void {
  const angle = ((pan + 1) * PI) / 4;
  addWrapped(loop.left, first, at, gain * cos(angle));
  addWrapped(loop.right, second, at, gain * sin(angle));
}

function addWrapped(target: Float32Array, sound: Float32Array, at: number, gain: number): void {
  const { length } = target;
  const first = ((round(at * RATE) % length) + length) % length;
  for (let from = 0, to = first; from < sound.length; to = 0) {
    const count = min(sound.length - from, length - to);
    for (let n = 0; n < count; n++) target[to + n] = (target[to + n] ?? 0) + (sound[from + n] ?? 0) * gain;
    from += count;
  }
}

/** Returns a generator of pseudo-random numbers from 0 to 1, always the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Delays of the Schroeder-Moorer reverberator in samples at 44,100 Hz, as tuned by Jezar at Dreampoint. */
const COMBS = [1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617];
const ALLPASSES = [556, 441, 341, 225];
/** Difference between the delays of the two channels, in samples, which makes the room sound wide. */
const SPREAD = 23;
const SCALE = RATE / 44_100;
/**
 * Seconds of sound with which the filters are warmed up. Longer than the reverberation, so that the result is the same
 * as with endlessly repeated sound.
 */
const WARM_UP_SECONDS = 5;

/** A delay line with feedback through a low-pass filter. */
class Comb {
  private readonly line: Float32Array;
  private at = 0;
  private low = 0;

  constructor(
    length: number,
    private readonly feedback: number,
    private readonly damping: number,
  ) {
    this.line = new Float32Array(round(length * SCALE));
  }

  next(input: number): number {
    const out = this.line[this.at] ?? 0;
    this.low = out * (1 - this.damping) + this.low * this.damping;
    this.line[this.at] = input + this.low * this.feedback;
    this.at = this.at + 1 === this.line.length ? 0 : this.at + 1;
    return out;
  }
}

class Allpass {
  private readonly line: Float32Array;
  private at = 0;

  constructor(length: number) {
    this.line = new Float32Array(round(length * SCALE));
  }

  next(input: number): number {
    const kept = this.line[this.at] ?? 0;
    this.line[this.at] = input + kept * 0.5;
    this.at = this.at + 1 === this.line.length ? 0 : this.at + 1;
    return kept - input;
  }
}

/** First feeds the end of a loop to a filter, so that the filtered loop has no seam. */
function around(input: Float32Array, each: (sample: number, at: number | null) => void): void {
  const { length } = input;
  const warmUp = min(length, WARM_UP_SECONDS * RATE);
  for (let at = length - warmUp; at < length; at++) each(input[at] ?? 0, null);
  for (let at = 0; at < length; at++) each(input[at] ?? 0, at);
}

/** Adds the reverberation of `send` to `loop`. @param room length of the reverberation, 0 to 1 */
export function reverberate(loop: Loop, send: Loop, { room, gain }: { room: number; gain: number }): void {
  for (const [channel, offset] of [
    ['left', 0],
    ['right', SPREAD],
  ] as const) {
    const combs = COMBS.map((length) => new Comb(length + offset, 0.7 + 0.28 * room, 0.35));
    const allpasses = ALLPASSES.map((length) => new Allpass(length + offset));
    const dry = loop[channel];
    around(send[channel], (sample, at) => {
      let wet = 0;
      for (const comb of combs) wet += comb.next(sample * 0.06);
      for (const allpass of allpasses) wet = allpass.next(wet);
      if (at !== null) dry[at] = (dry[at] ?? 0) + wet * gain;
    });
  }
}

/** Removes inaudibly low frequencies and rounds off peaks like an amplifier, so that nothing clips. */
export function master(loop: Loop, gain: number): void {
  const pole = exp((-2 * PI * 32) / RATE);
  for (const samples of [loop.left, loop.right]) {
    let [before, out] = [0, 0];
    around(samples.slice(), (sample, at) => {
      out = pole * (out + sample - before);
      before = sample;
      if (at !== null) samples[at] = tanh(out * gain * 1.2) / 1.2;
    });
  }
}

/**
 * Encodes a loop as 16-bit stereo WAV, with its last `more` samples before it and its first `more` samples after it.
 */
export function wavOf({ left, right }: Loop, more: number): Buffer {
  const count = left.length + 2 * more;
  const samples = Buffer.alloc(count * 4);
  for (let at = 0; at < count; at++) {
    const from = (at - more + left.length) % left.length;
    samples.writeInt16LE(asInteger(left[from] ?? 0), at * 4);
    samples.writeInt16LE(asInteger(right[from] ?? 0), at * 4 + 2);
  }
  return Buffer.concat([wavHeader({ channels: 2, rate: RATE, bytes: samples.length }), samples]);
}

const asInteger = (sample: number): number => round(max(-1, min(1, sample)) * 32_767);
