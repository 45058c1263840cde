import { wordDiff } from './word-diff';

describe('the difference between two prompts', () => {
  it('is shown word by word, with the unchanged parts', () => {
    expect(wordDiff('a lighthouse at dawn', 'a red lighthouse at night')).toEqual([
      { change: 'same', words: 'a ' },
      { change: 'added', words: 'red ' },
      { change: 'same', words: 'lighthouse at ' },
      { change: 'removed', words: 'dawn' },
      { change: 'added', words: 'night' },
    ]);
  });

  it('of equal texts is empty, and of an empty one the whole other text', () => {
    expect(wordDiff('the sea', 'the sea')).toEqual([{ change: 'same', words: 'the sea' }]);
    expect(wordDiff('', 'the sea')).toEqual([{ change: 'added', words: 'the sea' }]);
  });

  it('of texts with few words in common is shown as a whole, and a longer version by its new words', () => {
    expect(wordDiff('Fog on the harbour at dawn', 'Night falls, and nobody lights the lamp')).toEqual([
      { change: 'removed', words: 'Fog on the harbour at dawn' },
      { change: 'added', words: 'Night falls, and nobody lights the lamp' },
    ]);
    expect(wordDiff('the sea', 'at dawn the sea is calm, and nobody sails').map(({ change }) => change)).toEqual([
      'added',
      'same',
      'added',
    ]);
  });

  it('of very long texts is shown as a whole', () => {
    const long = 'word '.repeat(2_000);
    expect(wordDiff(long, `${long}more`).map(({ change }) => change)).toEqual(['removed', 'added']);
  });
});
