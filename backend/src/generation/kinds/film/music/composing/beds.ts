import type { MusicBed } from '@storyreel/contracts';
import {
  bass,
  brush,
  celesta,
  harp,
  horns,
  keys,
  kick,
  lowDrum,
  marimba,
  pad,
  pizzicato,
  reed,
  shaker,
  snap,
  spiccato,
  strings,
} from './instruments';
import type { Part, Score } from './score';

export interface Bed {
  /** Beats per minute. */
  tempo: number;
  beatsInBar: number;
  /** Chord symbols, one per bar. */
  chords: string;
  /** Length of the reverberation, 0 to 1. */
  room: number;
  /** Gain that gives the bed the common loudness of all beds. */
  gain: number;
  write: (score: Score) => void;
}

const PAD: Part = { instrument: pad, gain: 0.2, room: 0.5 };
const LOW: Part = { instrument: bass, gain: 0.34, room: 0.08 };

/** Plays the chord of every `every`-th bar as notes that last until the next one. */
function hold({ bars, beatsInBar, play }: Score, part: Part, { every = 1, velocity = 0.6 } = {}): void {
  for (let index = 0; index < bars.length; index += every) {
    const bar = bars[index];
    bar?.voices.forEach((voice, at) =>
      play({ ...part, pan: (at - 1.5) * 0.3 }, voice, { at: bar.at, beats: beatsInBar * every, velocity }),
    );
  }
}

/** Plays each bar's bass note at the given beats. */
function ground({ bars, play }: Score, part: Part, strokes: readonly (readonly [beat: number, beats: number])[]): void {
  for (const bar of bars)
    for (const [beat, beats] of strokes) play(part, bar.bass + 12, { at: bar.at + beat, beats, velocity: 0.7 });
}

/**
 * Breaks each bar's chord into eighths. Digits number the chord's voices from the lowest; '+' after a digit raises it
 * by an octave.
 */
function arpeggio(
  { bars, play }: Score,
  part: Part,
  pattern: string,
  { from = 0, to = Infinity, up = 0, long = 1.5 } = {},
): void {
  const steps = pattern.match(/\d\+?|\./gu) ?? [];
  for (const bar of bars.slice(from, to)) {
    steps.forEach((step, eighth) => {
      if (step === '.') return;
      const voice = bar.voices[Number(step[0]) % bar.voices.length] ?? 60;
      const higher = step.endsWith('+') || Number(step[0]) >= bar.voices.length ? 12 : 0;
      const velocity = eighth === 0 ? 0.72 : eighth % 2 === 0 ? 0.6 : 0.5;
      play(part, voice + higher + up, { at: bar.at + eighth / 2, beats: long, velocity });
    });
  }
}

const calm: Bed = {
  tempo: 72,
  beatsInBar: 4,
  chords: `Dmaj9 Dmaj9 Bm7 Bm7 Gmaj9 Gmaj9 A9sus4 A
           Dmaj9 F#m7 Gmaj9 Em9 Bm7 Gmaj9 Em9 A9sus4`,
  room: 0.75,
  gain: 1.03,
  write(score) {
    hold(score, PAD);
    ground(score, LOW, [[0, 3.6]]);
    const strung: Part = { instrument: harp, gain: 0.3, pan: -0.25, room: 0.5 };
    arpeggio(score, strung, '0 1 2 3 0+ 3 2 1', { long: 2 });
    const felt: Part = { instrument: keys, gain: 0.34, pan: 0.2, room: 0.5, loose: 0.012 };
    score.sing(felt, 16, '-:2 F#5:2 -:1 E5:1 D5:2 -:2 C#5:2 D5:2 E5:2', 0.5);
    score.sing(felt, 32, 'F#5:3 E5:1 C#5:4 D5:3 F#5:1 G5:4', 0.55);
    score.sing(felt, 48, 'F#5:3 D5:1 B4:4 G4:2 B4:2 E5:4', 0.5);
  },
};

const hopeful: Bed = {
  tempo: 96,
  beatsInBar: 4,
  chords: `C G/B Am7 Fmaj7 C/E Fmaj7 Dm7 Gsus4
           C G/B Am7 Fmaj7 C/E Fmaj7 Dm7 G
           Am7 Fmaj7 C/G G Am7 Fmaj7 Dm7 Gsus4`,
  room: 0.6,
  gain: 1.25,
  write(score) {
    hold(score, { ...PAD, gain: 0.15 });
    ground(score, { ...LOW, gain: 0.27 }, [
      [0, 2.4],
      [2.5, 1.4],
    ]);
    const piano: Part = { instrument: keys, gain: 0.38, pan: -0.15, room: 0.3 };
    arpeggio(score, piano, '0 2 1 2 0+ 2 1 2', { long: 1 });
    const line: Part = { instrument: harp, gain: 0.36, pan: 0.25, room: 0.4 };
    score.sing(line, 32, 'E5:1.5 G5:0.5 C6:2 B5:1.5 A5:0.5 G5:2 E5:1.5 G5:0.5 A5:2 C6:3 A5:1', 0.7);
    score.sing(line, 48, 'G5:1.5 E5:0.5 G5:2 A5:1.5 G5:0.5 E5:2 F5:1.5 E5:0.5 D5:2 D5:2 B4:2', 0.7);
    const high: Part = { instrument: strings, gain: 0.2, pan: 0.1, room: 0.5 };
    score.sing(high, 64, 'C5:4 A4:4 G4:4 B4:4 C5:4 E5:4 D5:4 D5:2 C5:2', 0.6);
    for (const { at } of score.bars.slice(8)) {
      score.beat({ instrument: shaker, gain: 0.16, pan: 0.4, room: 0.15 }, at, 'oxoxoxox');
      score.beat({ instrument: kick, gain: 0.34, room: 0.05 }, at, 'o...o...');
    }
  },
};

const playful: Bed = {
  tempo: 112,
  beatsInBar: 4,
  chords: `G Em7 C D G Em7 Am7 D7
           G Em7 C D G E7 Am7 D7
           E7 E7 Am7 Am7 D7 D7 G D7`,
  room: 0.35,
  gain: 1.58,
  write(score) {
    const strung: Part = { instrument: pizzicato, gain: 0.5, pan: -0.2, room: 0.3 };
    for (const bar of score.bars) {
      score.play({ ...LOW, gain: 0.36 }, bar.bass + 12, { at: bar.at, beats: 0.6 });
      const fifth = bar.bass + 12 + (bar.bass >= 33 ? -5 : 7);
      score.play({ ...LOW, gain: 0.33 }, fifth, { at: bar.at + 2, beats: 0.6 });
      for (const off of [1, 3])
        bar.voices.forEach((voice) => score.play(strung, voice, { at: bar.at + off, beats: 0.5, velocity: 0.5 }));
    }
    const wood: Part = { instrument: marimba, gain: 0.42, pan: 0.25, room: 0.35 };
    const first = 'D5:.5 G5:.5 -:.5 D5:.5 B4:1 D5:1 E5:.5 G5:.5 -:.5 E5:.5 D5:2';
    score.sing(wood, 0, `${first} C5:.5 E5:.5 -:.5 G5:.5 E5:1 C5:1 D5:.5 E5:.5 F#5:1 A5:2`, 0.7);
    score.sing(wood, 16, `${first} C5:.5 E5:.5 A5:.5 G5:.5 E5:1 C5:1 D5:.5 C5:.5 B4:.5 A4:.5 F#4:1 -:1`, 0.7);
    score.sing(wood, 32, `${first} C5:.5 E5:.5 -:.5 G5:.5 E5:1 C5:1 D5:.5 E5:.5 F#5:1 A5:2`, 0.75);
    score.sing(wood, 48, 'B5:.5 G5:.5 D5:1 G5:.5 D5:.5 B4:1 B4:.5 D5:.5 G#5:1 E5:2', 0.75);
    score.sing(wood, 56, 'A5:.5 E5:.5 C5:1 E5:.5 C5:.5 A4:1 F#4:.5 A4:.5 C5:.5 D5:.5 F#5:1 -:1', 0.7);
    const blown: Part = { instrument: reed, gain: 0.17, pan: 0.1, room: 0.4 };
    score.sing(blown, 64, 'E5:1 G#5:1 B5:1.5 G#5:.5 E5:3 -:1 C5:1 E5:1 A5:1.5 E5:.5 C5:3 -:1', 0.7);
    score.sing(blown, 80, 'D5:1 F#5:1 A5:1.5 F#5:.5 C5:3 -:1 B4:1 D5:1 G5:2 F#5:1 A4:2 -:1', 0.7);
    score.bars.forEach(({ at }, bar) => {
      score.beat({ instrument: snap, gain: 0.5, pan: -0.35, room: 0.3 }, at, '..o...x.');
      if (bar >= 8) score.beat({ instrument: shaker, gain: 0.14, pan: 0.45, room: 0.1 }, at, 'oxoxoxox');
    });
  },
};

const adventurous: Bed = {
  tempo: 104,
  beatsInBar: 4,
  chords: `Dm Bb F C Dm Bb Gm Asus4
           Dm Bb F C Dm Bb C Dm
           Gm Bb F C/E Dm Bb Gm A`,
  room: 0.65,
  gain: 0.89,
  write(score) {
    hold(score, { instrument: strings, gain: 0.13, room: 0.5 });
    ground(score, { ...LOW, gain: 0.29 }, [
      [0, 1.8],
      [2, 0.9],
      [3, 0.9],
    ]);
    const pulse: Part = { instrument: spiccato, gain: 0.32, pan: -0.2, room: 0.35, loose: 0.004 };
    arpeggio(score, pulse, '0 0 2 0 1 0 2 1', { long: 0.3 });
    arpeggio(score, { ...pulse, gain: 0.13, pan: 0.3 }, '2 . 1 . 2 . 1 .', { long: 0.3, up: 12, from: 8 });
    const call: Part = { instrument: horns, gain: 0.27, pan: 0.12, room: 0.55 };
    score.sing(call, 32, 'D4:1.5 F4:.5 A4:2 Bb4:1.5 A4:.5 F4:2 C5:3 A4:1 G4:4', 0.8);
    score.sing(call, 48, 'D4:1.5 F4:.5 A4:2 D5:1.5 C5:.5 Bb4:2 C5:2 E5:2 D5:4', 0.85);
    score.sing(
      call,
      64,
      'Bb4:2 A4:1 G4:1 F4:3 G4:1 A4:2 C5:2 G4:4 A4:1.5 F4:.5 D4:2 F4:2 Bb4:2 G4:2 Bb4:2 A4:3 -:1',
      0.8,
    );
    const skin: Part = { instrument: lowDrum, gain: 0.42, room: 0.35 };
    score.bars.forEach(({ at }, bar) => {
      if (bar < 4) score.beat(skin, at, 'o.......');
      else score.beat(skin, at, bar % 4 === 3 ? 'x..o..oo' : 'x..o..o.');
      if (bar >= 8) score.beat({ instrument: brush, gain: 0.16, pan: 0.35, room: 0.2 }, at, '..x...x.');
    });
  },
};

const mysterious: Bed = {
  tempo: 70,
  beatsInBar: 4,
  chords: `Em9 Em9 Cmaj7#11 Cmaj7#11 F#m7b5 B7 Em9 Em9
           Am6 Em/G Fmaj7#11 Em9 Cmaj7 Am6 F#m7b5 B7b9`,
  room: 0.85,
  gain: 0.95,
  write(score) {
    hold(score, { ...PAD, gain: 0.22 }, { velocity: 0.5 });
    ground(score, { ...LOW, gain: 0.36, room: 0.3 }, [[0, 3.8]]);
    const metal: Part = { instrument: celesta, gain: 0.3, pan: 0.3, room: 0.6, loose: 0.012 };
    arpeggio(score, metal, '. 1+ . 3+ . 2+ 0+ .', { long: 2 });
    const strung: Part = { instrument: harp, gain: 0.24, pan: -0.35, room: 0.6 };
    arpeggio(score, strung, '0 . 2 . . 1 . .', { from: 2, long: 2 });
    const blown: Part = { instrument: reed, gain: 0.17, pan: -0.1, room: 0.7 };
    score.sing(blown, 16, 'C5:2 A4:2 B4:4 G4:6 -:2', 0.55);
    score.sing(blown, 32, 'E5:3 F#5:1 E5:2 D5:2 C5:3 B4:1 B4:4', 0.6);
    score.sing(blown, 48, 'G4:2 B4:2 C5:3 A4:1 F#4:2 A4:2 B4:3 -:1', 0.6);
    score.bars.forEach(({ at }, bar) => {
      if (bar % 2 === 0) score.beat({ instrument: lowDrum, gain: 0.3, room: 0.6 }, at, 'o.....o.');
      score.beat({ instrument: brush, gain: 0.1, pan: 0.4, room: 0.5 }, at, '...o...o');
    });
  },
};

const wistful: Bed = {
  tempo: 84,
  beatsInBar: 3,
  chords: `Am Am/G Fmaj7 C/E Dm7 Am/C Bm7b5 E7
           Am Am/G Fmaj7 C/E Dm7 Am/C E7 Am
           Fmaj7 G Em7 Am Dm7 G7 Cmaj7 E7`,
  room: 0.7,
  gain: 1.67,
  write(score) {
    hold(score, { instrument: strings, gain: 0.1, room: 0.6 });
    const felt: Part = { instrument: keys, gain: 0.34, pan: -0.12, room: 0.4, loose: 0.012 };
    for (const bar of score.bars) score.play(felt, bar.bass + 12, { at: bar.at, beats: 2.8, velocity: 0.6 });
    arpeggio(score, { ...felt, gain: 0.24 }, '. 0 1 2 1 0', { long: 1.2 });
    score.sing(
      { ...felt, pan: 0.15 },
      24,
      'A4:1 C5:1 E5:1 E5:2 D5:1 C5:2 A4:1 G4:3 F4:1 A4:1 D5:1 C5:2 A4:1 B4:2 G#4:1 A4:3',
      0.62,
    );
    const line: Part = { instrument: strings, gain: 0.2, pan: 0.2, room: 0.6 };
    score.sing(line, 48, 'A4:2 C5:1 B4:3 G4:2 B4:1 A4:3 F4:2 A4:1 B4:3 C5:2 B4:1 G#4:3', 0.7);
    score.sing(
      { ...felt, pan: 0.15 },
      48,
      '-:3 D5:1 B4:1 G4:1 -:3 C5:1 E5:1 A5:1 -:3 F5:1 D5:1 B4:1 E5:2 D5:1 B4:3',
      0.5,
    );
  },
};

export const BEDS: Record<MusicBed, Bed> = { calm, hopeful, playful, adventurous, mysterious, wistful };
