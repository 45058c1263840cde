import fc from 'fast-check';
import { joinWords, phrasesOf, plainText, splitWords } from './phrases';
import type { Measure } from './phrases';

const measure: Measure = { width: (text) => [...text].length, maxWidth: 20 };
const linesOf = (text: string, seconds = 4): string[][] =>
  phrasesOf(text, seconds, measure).map(({ lines }) => lines.map((words) => joinWords(words)));

describe('phrases', () => {
  it('are two lines at most, about as wide as each other, and end with a sentence', () => {
    expect(linesOf('The storm came at night. The keeper lit the lamp and waited.')).toEqual([
      ['The storm came', 'at night.'],
      ['The keeper lit the', 'lamp and waited.'],
    ]);
  });

  it('cut what has no space', () => {
    const lines = linesOf('x'.repeat(2000)).flat();
    expect(lines.join('')).toBe('x'.repeat(2000));
    expect(Math.max(...lines.map((line) => line.length))).toBe(20);
  });

  it('cut Chinese between words', () => {
    expect(linesOf('灯塔看守人在风暴中点亮了灯。没有人看见它的光。').flat().join('')).toBe(
      '灯塔看守人在风暴中点亮了灯。没有人看见它的光。',
    );
  });

  it('keep signs with the words they belong to', () => {
    expect(splitWords('He said: “No (never)!” – and left…').map(({ text }) => text)).toEqual([
      'He',
      'said:',
      '“No',
      '(never)!”',
      '–',
      'and',
      'left…',
    ]);
  });

  it('say each character once, in order, within the time, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.double({ min: 0.1, max: 60, noNaN: true }),
        (text, seconds) => {
          const phrases = phrasesOf(text, seconds, measure);
          const words = phrases.flatMap(({ lines }) => lines.flat());
          expect(words.map((word) => word.text).join('')).toBe(plainText(text).replaceAll(/\s+/gu, ''));
          let at = 0;
          for (const { from, to } of words) {
            expect(from).toBeCloseTo(at, 6);
            at = to;
          }
          if (words.length > 0) expect(at).toBeCloseTo(seconds, 6);
          expect(phrases.every(({ lines }) => lines.length <= 2 && lines.every((line) => line.length > 0))).toBe(true);
        },
      ),
    );
  });
});
