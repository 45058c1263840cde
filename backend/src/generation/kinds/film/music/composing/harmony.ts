/** Intervals of chord qualities, in semitones above the root. */
const QUALITIES: Record<string, readonly number[]> = {
  '': [0, 4, 7],
  m: [0, 3, 7],
  '6': [0, 4, 7, 9],
  m6: [0, 3, 7, 9],
  '7': [0, 4, 7, 10],
  m7: [0, 3, 7, 10],
  maj7: [0, 4, 7, 11],
  maj9: [0, 4, 7, 11, 14],
  m9: [0, 3, 7, 10, 14],
  add9: [0, 4, 7, 14],
  madd9: [0, 3, 7, 14],
  sus4: [0, 5, 7],
  sus2: [0, 2, 7],
  '7sus4': [0, 5, 7, 10],
  '9sus4': [0, 5, 7, 10, 14],
  m7b5: [0, 3, 6, 10],
  dim7: [0, 3, 6, 9],
  '7b9': [0, 4, 7, 10, 13],
  'maj7#11': [0, 4, 7, 11, 18],
};
const STEPS: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
const SIGNS: Record<string, number> = { '#': 1, b: -1 };

export interface Chord {
  /** Pitch class of the lowest note. */
  bass: number;
  /** Pitch classes of the chord, the root first. */
  tones: number[];
}

const classOf = (letter = 'C', sign = ''): number => ((STEPS[letter] ?? 0) + (SIGNS[sign] ?? 0) + 12) % 12;

/** Reads a chord symbol such as 'Am7' or 'C/E'. @throws Error for an unknown symbol */
export function chordOf(symbol: string): Chord {
  const [, letter, sign, quality = '', bassLetter, bassSign] =
    /^([A-G])([#b]?)([^/]*)(?:\/([A-G])([#b]?))?$/u.exec(symbol) ?? [];
  const intervals = letter === undefined ? undefined : QUALITIES[quality];
  if (!intervals) throw new Error(`${symbol} is not a known chord`);
  const root = classOf(letter, sign);
  const tones = intervals.map((interval) => (root + interval) % 12);
  return { bass: bassLetter === undefined ? root : classOf(bassLetter, bassSign), tones };
}

/** Returns the MIDI number of a note with its octave: 'F#4' is 66. @throws Error for other texts */
export function noteOf(name: string): number {
  const [, letter, sign, octave] = /^([A-G])([#b]?)(\d)$/u.exec(name) ?? [];
  if (octave === undefined) throw new Error(`${name} is not a note`);
  return classOf(letter, sign) + 12 * (Number(octave) + 1) + (letter === 'B' && sign === '#' ? 12 : 0);
}

/** Returns the lowest bass note, from E1 on, with this pitch class. */
export const bassNote = (pitchClass: number): number => 28 + ((pitchClass - 4 + 12) % 12);

/** Range of the upper voices in MIDI numbers. Below it chords sound muddy, above it shrill. */
const [LOWEST, HIGHEST] = [53, 74];
const MIDDLE = 62;

/**
 * Lays out chords for four voices in close position, each as near as possible to the previous one, like a good keyboard
 * player. In a chord of five tones, only the bass plays the root.
 */
export function voicings(chords: readonly Chord[]): number[][] {
  let before: number[] = [];
  return chords.map(({ tones }) => {
    const upper = tones.length > 4 ? tones.slice(1) : tones;
    const choices = upper.flatMap((_, turn) => inOctaves([...upper.slice(turn), ...upper.slice(0, turn)]));
    const cost = (notes: number[]): number => distance(notes, before);
    before = choices.reduce((best, notes) => (cost(notes) < cost(best) ? notes : best));
    return before;
  });
}

/** Stacks pitch classes upwards, starting in every octave in which the stack stays within the range. */
function inOctaves(classes: readonly number[]): number[][] {
  const stacked: number[] = [];
  for (const pitchClass of classes) {
    const last = stacked.at(-1) ?? pitchClass - 1;
    stacked.push(last + 1 + ((((pitchClass - last - 1) % 12) + 12) % 12));
  }
  return [3, 4, 5, 6]
    .map((octave) => stacked.map((note) => note + 12 * octave))
    .filter((notes) => (notes[0] ?? 0) >= LOWEST && (notes.at(-1) ?? 0) <= HIGHEST);
}

function distance(notes: readonly number[], before: readonly number[]): number {
  const centre = notes.reduce((sum, note) => sum + note, 0) / notes.length;
  if (before.length === 0) return Math.abs(centre - MIDDLE);
  const moved = notes.reduce((sum, note) => sum + Math.min(...before.map((other) => Math.abs(note - other))), 0);
  return moved + Math.abs(centre - MIDDLE) * 0.25;
}
