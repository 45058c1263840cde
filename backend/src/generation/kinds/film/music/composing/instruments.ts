import { RATE } from './loop';
import type { Sound } from './loop';

/** Bound once, since looking up a global name takes longer than most of these functions. */
const { abs, cos, exp, floor, max, min, round, sin, sqrt, PI } = Math;

/** A note to be played. */
export interface Note {
  /** Cycles per second. */
  frequency: number;
  /** Length in seconds, from attack to release. */
  seconds: number;
  /** Strength of the stroke, 0 to 1. */
  velocity: number;
  random: () => number;
}

export type Instrument = (note: Note) => Sound;

/** Returns the frequency of a MIDI number; 69 is the A of 440 Hz. */
export const frequencyOf = (midi: number): number => 440 * 2 ** ((midi - 69) / 12);

const samplesIn = (seconds: number): Float32Array => new Float32Array(max(1, round(seconds * RATE)));

interface Shape {
  seconds: number;
  attack: number;
  release: number;
  gain: number;
}

/** Makes a tone rise and fall in the shape of half a cosine, since a corner in it would click. */
function shape(samples: Float32Array, { seconds, attack, release, gain }: Shape): void {
  const [rise, hold, fall] = [attack * RATE, seconds * RATE, release * RATE];
  for (let at = 0; at < samples.length; at++) {
    const rising = at < rise ? 0.5 - 0.5 * cos((PI * at) / rise) : 1;
    const left = hold + fall - at;
    const falling = left < fall ? 0.5 - 0.5 * cos((PI * max(0, left)) / fall) : 1;
    samples[at] = (samples[at] ?? 0) * rising * falling * gain;
  }
}

/** Number of samples between two updates of slowly changing values. */
const CONTROL = 64;
const TABLE = 2_048;

/** Returns one period of a tone with the given strength of each harmonic. */
function tableOf(harmonics: number, strength: (harmonic: number) => number): Float32Array {
  const table = new Float32Array(TABLE + 1);
  for (let harmonic = 1; harmonic <= harmonics; harmonic++) {
    const amount = strength(harmonic);
    for (let at = 0; at <= TABLE; at++) table[at] = (table[at] ?? 0) + amount * sin((2 * PI * harmonic * at) / TABLE);
  }
  const peak = table.reduce((most, sample) => max(most, abs(sample)), 0);
  return table.map((sample) => sample / peak);
}

const WARM = tableOf(7, (n) => 1 / n ** 2.1);
const BRIGHT = tableOf(16, (n) => 1 / n ** 1.25);
const HORN = tableOf(10, (n) => (n < 4 ? 1 : 0.9) / n ** 1.5);
const REED = tableOf(9, (n) => (n % 2 === 1 ? 1 : 0.18) / n ** 1.7);

const cents = (amount: number): number => 2 ** (amount / 1_200);

interface Ensemble {
  tables: readonly [Float32Array, Float32Array];
  attack: number;
  release: number;
  /** Detuning of the players on each side, in cents. */
  detune: number;
  vibrato?: number;
}

/**
 * Several players of the same note, slightly out of tune and different on the left and the right, who grow brighter and
 * darker.
 */
const ensemble =
  ({ tables: [dark, bright], attack, release, detune, vibrato = 0 }: Ensemble): Instrument =>
  ({ frequency, seconds, velocity, random }) => {
    const sides = [samplesIn(seconds + release), samplesIn(seconds + release)] as const;
    for (const side of sides) {
      for (const player of [-1, 1]) {
        const pitch = frequency * cents(player * detune + (random() - 0.5) * 2);
        const swell = 2 * PI * (0.07 + random() * 0.06);
        const wave = 2 * PI * (4.6 + random() * 0.7);
        const shift = random() * 2 * PI;
        let phase = random() * TABLE;
        for (let from = 0; from < side.length; from += CONTROL) {
          const time = from / RATE;
          const light = (0.35 + 0.3 * sin(swell * time + shift)) * velocity;
          const bend = 1 + vibrato * min(1, time * 1.5) * sin(wave * time + shift);
          const step = (pitch * bend * TABLE) / RATE;
          const to = min(side.length, from + CONTROL);
          for (let at = from; at < to; at++) {
            const index = phase | 0;
            const part = phase - index;
            const low = (dark[index] ?? 0) * (1 - part) + (dark[index + 1] ?? 0) * part;
            const high = (bright[index] ?? 0) * (1 - part) + (bright[index + 1] ?? 0) * part;
            side[at] = (side[at] ?? 0) + low + (high - low) * light;
            phase += step;
            if (phase >= TABLE) phase -= TABLE;
          }
        }
      }
      shape(side, { seconds, attack, release, gain: velocity * 0.4 });
    }
    return sides;
  };

export const pad = ensemble({ tables: [WARM, BRIGHT], attack: 0.9, release: 1.6, detune: 7 });
export const strings = ensemble({ tables: [WARM, BRIGHT], attack: 0.22, release: 0.5, detune: 8, vibrato: 0.003 });
/** Strings with short strokes, for a rhythmic pulse. */
export const spiccato = ensemble({ tables: [WARM, BRIGHT], attack: 0.012, release: 0.16, detune: 6 });
export const horns = ensemble({ tables: [WARM, HORN], attack: 0.09, release: 0.35, detune: 4, vibrato: 0.002 });
export const reed = ensemble({ tables: [WARM, REED], attack: 0.06, release: 0.22, detune: 1.5, vibrato: 0.0035 });

interface Partial {
  ratio: number;
  gain: number;
  /** Seconds until the partial has lost 60 dB. */
  decay: number;
}

/**
 * Sums decaying sines. Each sine is computed by one rotation per sample; partials that are inaudible or too high for
 * the sampling rate are left out.
 */
function partials({ frequency, velocity }: Note, all: readonly Partial[], seconds: number): Float32Array {
  const samples = samplesIn(seconds);
  for (const { ratio, gain, decay } of all) {
    const pitch = frequency * ratio;
    if (pitch > RATE * 0.4) continue;
    const fade = 0.001 ** (1 / (decay * RATE));
    const [cosine, sine] = [cos((2 * PI * pitch) / RATE) * fade, sin((2 * PI * pitch) / RATE) * fade];
    let x = gain * velocity;
    let y = 0;
    for (let at = 0; at < samples.length; at++) {
      samples[at] = (samples[at] ?? 0) + y;
      const turned = x * cosine - y * sine;
      y = x * sine + y * cosine;
      x = turned;
    }
  }
  return closed(samples);
}

/** Fades out the last 30 ms, so that the tone does not end with a click. */
function closed(samples: Float32Array): Float32Array {
  const fade = min(samples.length, RATE * 0.03);
  for (let left = 0; left < fade; left++) {
    const at = samples.length - 1 - left;
    samples[at] = (samples[at] ?? 0) * (left / fade);
  }
  return samples;
}

const PIANO_STIFFNESS = 0.00035;

/** A felt piano: it has few high partials, and these fade first. */
export const keys: Instrument = (note) => {
  const { frequency, seconds, velocity, random } = note;
  const life = 5.5 / (1 + frequency / 500);
  const all = [1, 2, 3, 4, 5, 6, 7].flatMap((n): Partial[] => {
    const ratio = n * sqrt(1 + PIANO_STIFFNESS * n * n);
    const gain = (0.42 / n ** (2.1 - 0.6 * velocity)) * (1 + (random() - 0.5) * 0.1);
    // A struck string decays in two stages: fast at first, then slowly.
    return [
      { ratio, gain: gain * 0.7, decay: (life * 0.45) / n ** 0.5 },
      { ratio: ratio * cents(0.7), gain: gain * 0.4, decay: (life * 1.3) / n ** 0.6 },
    ];
  });
  const samples = partials(note, all, min(life, seconds + 0.9));
  damp(samples, seconds, 0.5);
  soften(samples, 0.004);
  return [samples];
};

/** Stops a tone after its length, like the damper of a piano. */
function damp(samples: Float32Array, from: number, seconds: number): void {
  const fade = 0.001 ** (1 / (seconds * RATE));
  let gain = 1;
  for (let at = round(from * RATE); at < samples.length; at++) {
    gain *= fade;
    samples[at] = (samples[at] ?? 0) * gain;
  }
}

/** Fades in the first milliseconds. */
function soften(samples: Float32Array, seconds: number): void {
  const rise = min(samples.length, seconds * RATE);
  for (let at = 0; at < rise; at++) samples[at] = (samples[at] ?? 0) * (at / rise);
}

/** An instrument of wooden bars. */
export const marimba: Instrument = (note) => {
  const life = 1.6 / (1 + note.frequency / 600);
  const bars = [
    { ratio: 1, gain: 0.7, decay: life * 1.3 },
    { ratio: 3.93, gain: 0.2, decay: life * 0.4 },
    { ratio: 9.5, gain: 0.07, decay: life * 0.15 },
  ];
  const samples = partials(note, bars, life);
  soften(samples, 0.002);
  return [samples];
};

/** An instrument of small metal bars that sounds far away. */
export const celesta: Instrument = (note) => {
  const bars = [
    { ratio: 1, gain: 0.5, decay: 3.4 },
    { ratio: 1.003, gain: 0.25, decay: 3 },
    { ratio: 2.76, gain: 0.1, decay: 1.1 },
    { ratio: 5.4, gain: 0.04, decay: 0.5 },
  ];
  const samples = partials(note, bars, 2.6);
  soften(samples, 0.002);
  return [samples];
};

export const bass: Instrument = (note) => {
  const tones = [
    { ratio: 1, gain: 0.8, decay: 4 },
    { ratio: 2, gain: 0.22, decay: 2.2 },
    { ratio: 3, gain: 0.1, decay: 1.2 },
  ];
  const samples = partials(note, tones, note.seconds + 0.35);
  damp(samples, note.seconds, 0.4);
  soften(samples, 0.012);
  return [samples];
};

/**
 * A plucked string by the Karplus-Strong algorithm: noise that circulates in a delay line and gradually becomes softer.
 */
const plucked =
  ({ life, bright }: { life: number; bright: number }): Instrument =>
  ({ frequency, seconds, velocity, random }) => {
    const samples = samplesIn(min(life, seconds + 1.2));
    const period = RATE / frequency - 0.5;
    const line = max(2, floor(period));
    const part = period - line;
    const excited = new Float32Array(line + 1);
    let low = 0;
    for (let at = 0; at <= line; at++) {
      low += (random() * 2 - 1 - low) * (0.12 + bright * velocity);
      excited[at] = low;
    }
    const mean = excited.reduce((sum, sample) => sum + sample, 0) / excited.length;
    const loss = 0.001 ** (1 / (frequency * life));
    let last = 0;
    for (let at = 0; at < samples.length; at++) {
      const back = at - line;
      const here = back < 0 ? (excited[at] ?? 0) - mean : (samples[back] ?? 0);
      const before = back < 1 ? 0 : (samples[back - 1] ?? 0);
      // The fraction of a sample keeps the string in tune, and the mean of two samples makes it softer.
      const now = back < 0 ? here : here * (1 - part) + before * part;
      samples[at] = back < 0 ? now : loss * 0.5 * (now + last);
      last = now;
    }
    damp(samples, seconds, 0.8);
    const loudest = samples.reduce((most, sample) => max(most, abs(sample)), 0.000_1);
    const scale = (0.5 * velocity) / loudest;
    return [closed(samples.map((sample) => sample * scale))];
  };

export const harp = plucked({ life: 3.6, bright: 0.22 });
export const pizzicato = plucked({ life: 0.9, bright: 0.3 });

/** Noise between two frequencies that fades in and out. */
function noise(
  { velocity, random }: Pick<Note, 'velocity' | 'random'>,
  { low, high, rise, fall }: { low: number; high: number; rise: number; fall: number },
): Float32Array {
  const samples = samplesIn(rise + fall * 5);
  const [keepHigh, keepLow] = [1 - exp((-2 * PI * high) / RATE), 1 - exp((-2 * PI * low) / RATE)];
  let [upper, lower] = [0, 0];
  for (let at = 0; at < samples.length; at++) {
    upper += (random() * 2 - 1 - upper) * keepHigh;
    lower += (upper - lower) * keepLow;
    const time = at / RATE;
    const level = time < rise ? time / rise : exp((rise - time) / fall);
    samples[at] = (upper - lower) * level * velocity;
  }
  return closed(samples);
}

export const shaker: Instrument = (note) => [noise(note, { low: 3_500, high: 9_000, rise: 0.018, fall: 0.035 })];
export const brush: Instrument = (note) => [noise(note, { low: 1_200, high: 6_000, rise: 0.012, fall: 0.07 })];
export const snap: Instrument = (note) => [noise(note, { low: 1_400, high: 3_200, rise: 0.001, fall: 0.022 })];

/** A drum: a sine that falls in pitch, and some noise. */
const drum =
  ({
    from,
    to,
    fall,
    life,
    skin,
  }: {
    from: number;
    to: number;
    fall: number;
    life: number;
    skin: number;
  }): Instrument =>
  (note) => {
    const samples = samplesIn(life * 4);
    const struck = noise({ ...note, velocity: note.velocity * skin }, { low: 80, high: 900, rise: 0.001, fall: 0.03 });
    let phase = 0;
    for (let at = 0; at < samples.length; at++) {
      const time = at / RATE;
      phase += (2 * PI * (to + (from - to) * exp(-time / fall))) / RATE;
      const level = min(1, time / 0.003) * exp(-time / life);
      samples[at] = sin(phase) * level * note.velocity * 0.9 + (struck[at] ?? 0);
    }
    return [closed(samples)];
  };

export const kick = drum({ from: 120, to: 52, fall: 0.03, life: 0.12, skin: 0.25 });
export const lowDrum = drum({ from: 115, to: 66, fall: 0.05, life: 0.34, skin: 0.9 });
