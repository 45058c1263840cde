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

  /**
   * Returns 50,000 words of a small vocabulary, like a novel. A single table for all of them would not fit into memory.
   */
  function story(): string[] {
    let state = 7;
    const next = () => (state = (state * 48_271) % 2_147_483_647);
    return Array.from({ length: 50_000 }, () => `word${next() % (next() % 3 === 0 ? 9_000 : 300)}`);
  }

  it('of an edited story of 50,000 words shows the changed words', () => {
    const before = story();
    const after = [...before];
    after.splice(40_000, 3);
    after.splice(25_000, 1, 'rewritten');
    after.splice(100, 0, 'a', 'new', 'beginning');
    const parts = wordDiff(before.join(' '), after.join(' '));
    const told = (change: string) =>
      parts
        .filter((part) => part.change === change)
        .map(({ words }) => words.trim())
        .join(' ')
        .split(' ');
    expect(told('added')).toEqual(['a', 'new', 'beginning', 'rewritten']);
    expect(told('removed')).toEqual([before[25_000], ...before.slice(40_000, 40_003)]);
    expect(parts.flatMap(({ change, words }) => (change === 'added' ? [] : words)).join('')).toBe(before.join(' '));
    expect(parts.flatMap(({ change, words }) => (change === 'removed' ? [] : words)).join('')).toBe(after.join(' '));
  });

  it('of long texts leaves a common beginning and end in place, also where every word repeats', () => {
    const long = 'word '.repeat(2_000);
    expect(wordDiff(long, `${long}more`).map(({ change }) => change)).toEqual(['same', 'added']);
    expect(wordDiff(`one ${long}two ${long}`, `one ${long}${long}`).map(({ change }) => change)).toContain('removed');
  });

  it('of long texts with nothing in common shows them one after the other', () => {
    const other = story().map((word) => `other-${word}`);
    expect(wordDiff(story().join(' '), other.join(' ')).map(({ change }) => change)).toEqual(['removed', 'added']);
  });
});
