import { wordDiff } from './word-diff';

describe('the difference between two prompts', () => {
  it('is told by words, with what stays in its place', () => {
    expect(wordDiff('a lighthouse at dawn', 'a red lighthouse at night')).toEqual([
      { change: 'same', words: 'a ' },
      { change: 'added', words: 'red ' },
      { change: 'same', words: 'lighthouse at ' },
      { change: 'removed', words: 'dawn' },
      { change: 'added', words: 'night' },
    ]);
  });

  it('of equal texts is none, and of an empty one all of the other', () => {
    expect(wordDiff('the sea', 'the sea')).toEqual([{ change: 'same', words: 'the sea' }]);
    expect(wordDiff('', 'the sea')).toEqual([{ change: 'added', words: 'the sea' }]);
  });

  it('of very long texts is told as a whole', () => {
    const long = 'word '.repeat(2_000);
    expect(wordDiff(long, `${long}more`).map(({ change }) => change)).toEqual(['removed', 'added']);
  });
});
