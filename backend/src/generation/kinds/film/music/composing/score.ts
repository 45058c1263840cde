import { bassNote, chordOf, noteOf, voicings } from './harmony';
import { frequencyOf } from './instruments';
import type { Instrument } from './instruments';
import { addSound, emptyLoop, randomFrom, RATE } from './loop';
import type { Loop } from './loop';

/** The chord of a bar as notes. */
export interface Bar {
  /** Start of the bar, in beats from the start of the piece. */
  at: number;
  /** MIDI number of the lowest note. */
  bass: number;
  /** MIDI numbers of the upper voices, from the lowest. */
  voices: number[];
}

export interface Part {
  instrument: Instrument;
  gain: number;
  pan?: number;
  /** Share of the sound that is sent to the reverberator. */
  room?: number;
  /** Maximum random deviation of a player's timing, in seconds. */
  loose?: number;
}

/** A composition that is being written. Its notes become sound when the bed is rendered. */
export interface Score {
  beatsInBar: number;
  bars: Bar[];
  /** Adds one note. */
  play: (part: Part, midi: number, note: { at: number; beats: number; velocity?: number }) => void;
  /** Adds a melody. 'E5:2 G5:1 -:1' means two beats of E5, one beat of G5 and one beat of silence. */
  sing: (part: Part, at: number, melody: string, velocity?: number) => void;
  /** Adds strokes of an unpitched instrument, one character per eighth: 'x' loud, 'o' soft, '.' none. */
  beat: (part: Part, at: number, pattern: string) => void;
}

/** Number of samples in an AAC frame. */
const FRAME = 1_024;
/** Rounds a length to whole AAC frames, so that a decoder returns exactly the composed samples. */
const wholeFrames = (seconds: number): number => (Math.round((seconds * RATE) / FRAME) * FRAME) / RATE;

type Played = (dry: Loop, send: Loop) => void;

/** Returns a score that collects the notes played on it. @param chords one per bar */
export function newScore(
  { tempo, beatsInBar, seed }: { tempo: number; beatsInBar: number; seed: number },
  chords: readonly string[],
): { score: Score; notes: Played[]; seconds: number } {
  const notes: Played[] = [];
  const random = randomFrom(seed);
  const seconds = wholeFrames((chords.length * beatsInBar * 60) / tempo);
  const beat = seconds / (chords.length * beatsInBar);
  const read = chords.map(chordOf);
  const laid = voicings(read);
  const bars = read.map(({ bass }, index) => ({
    at: index * beatsInBar,
    bass: bassNote(bass),
    voices: laid[index] ?? [],
  }));
  const play: Score['play'] = (part, midi, { at, beats, velocity = 0.7 }) => {
    const { instrument, gain, pan = 0, room = 0.3, loose = 0.006 } = part;
    const waver = (random() - 0.5) * 2 * loose;
    const force = Math.min(1, velocity * (0.93 + random() * 0.14));
    const own = randomFrom(Math.floor(random() * 4_294_967_296));
    notes.push((dry, send) => {
      const note = { frequency: frequencyOf(midi), seconds: beats * beat, velocity: force, random: own };
      const sound = instrument(note);
      const place = { at: at * beat + waver, gain, pan };
      addSound(dry, sound, place);
      addSound(send, sound, { ...place, gain: gain * room });
    });
  };
  const sing: Score['sing'] = (part, at, melody, velocity) => {
    let from = at;
    for (const word of melody.split(/\s+/u).filter(Boolean)) {
      const [name = '', beats = '1'] = word.split(':');
      if (name !== '-') play(part, noteOf(name), { at: from, beats: Number(beats), velocity });
      from += Number(beats);
    }
  };
  const strokes: Score['beat'] = (part, at, pattern) => {
    [...pattern.replaceAll(/\s/gu, '')].forEach((sign, eighth) => {
      if (sign === '.') return;
      play(part, 60, { at: at + eighth / 2, beats: 0.5, velocity: sign === 'x' ? 0.8 : 0.42 });
    });
  };
  const score = { beatsInBar, bars, play, sing, beat: strokes };
  return { score, notes, seconds };
}

export const newLoops = (seconds: number): { dry: Loop; send: Loop } => ({
  dry: emptyLoop(seconds),
  send: emptyLoop(seconds),
});
