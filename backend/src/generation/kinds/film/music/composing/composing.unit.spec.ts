import { chordOf, noteOf, voicings } from './harmony';
import { addSound, emptyLoop, RATE, wavOf } from './loop';

describe('a loop', () => {
  it('carries notes that sound past its end over to its start', () => {
    const loop = emptyLoop(4 / RATE);
    addSound(loop, [Float32Array.of(1, 2, 3)], { at: 2 / RATE, gain: Math.SQRT2, pan: 0 });
    [3, 0, 1, 2].forEach((expected, at) => expect(loop.left[at]).toBeCloseTo(expected, 5));
  });

  it('is stored with its end in front and its start behind', () => {
    const loop = { left: Float32Array.of(0.1, 0.2, 0.3), right: new Float32Array(3) };
    const bytes = wavOf(loop, 2).subarray(44);
    const left = Array.from({ length: bytes.length / 4 }, (_, at) => Math.round(bytes.readInt16LE(at * 4) / 3_276.7));
    expect(left).toEqual([2, 3, 1, 2, 3, 1, 2]);
  });
});

describe('chords', () => {
  it.each([
    ['C', 0, [0, 4, 7]],
    ['F#m7b5', 6, [6, 9, 0, 4]],
    ['C/E', 4, [0, 4, 7]],
    ['Bb', 10, [10, 2, 5]],
  ] as const)('%s is parsed', (symbol, bass, tones) => {
    expect(chordOf(symbol)).toEqual({ bass, tones });
  });

  it('move their voices by small steps', () => {
    const laid = voicings(['C', 'Am7', 'Dm7', 'G7', 'C'].map(chordOf));
    expect(laid.every((notes) => notes.length >= 3)).toBe(true);
    laid.slice(1).forEach((notes, index) => {
      const before = laid[index] ?? [];
      for (const note of notes)
        expect(Math.min(...before.map((other) => Math.abs(other - note)))).toBeLessThanOrEqual(2);
    });
  });

  it('are rejected when they are unknown', () => {
    expect(() => chordOf('H7')).toThrow('H7 is not a known chord');
    expect(() => noteOf('C#')).toThrow('C# is not a note');
    expect(noteOf('A4')).toBe(69);
  });
});
