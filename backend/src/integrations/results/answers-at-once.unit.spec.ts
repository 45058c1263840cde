import fc from 'fast-check';
import { lengthOf } from '@storyreel/contracts';
import { textPieces } from './answers-at-once';

it('returns as many whole sentences as fit', () => {
  expect(textPieces('The lamp turns. The sea sleeps. “Who is there?” Mara asks.', 33)).toEqual([
    'The lamp turns. The sea sleeps.',
    '“Who is there?” Mara asks.',
  ]);
  expect(textPieces(' The lamp turns. ', 15)).toEqual(['The lamp turns.']);
  expect(textPieces(' \n ', 15)).toEqual([]);
});

it('cuts a sentence that is too long between words, and within a word only when the word itself is too long', () => {
  expect(textPieces('one two three four', 9)).toEqual(['one two', 'three', 'four']);
  expect(textPieces('abcdefgh 🗼🗼🗼', 3)).toEqual(['abc', 'def', 'gh', '🗼🗼🗼']);
});

it('keeps all of the text, in answers within the limit', () => {
  const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 40 });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 60 }), (all, longest) => {
      const text = all.join('. ');
      const pieces = textPieces(text, longest);
      expect(pieces.every((piece) => lengthOf(piece) <= longest && piece !== '')).toBe(true);
      const bare = (said: string): string => said.replaceAll(/\s/gu, '');
      expect(bare(pieces.join(''))).toBe(bare(text));
    }),
  );
});
