import { TextStreamCleaner } from './text';

describe('a text that arrives in pieces', () => {
  it.each([
    [['plain ', 'text'], 'plain text'],
    [['a\ud83d', '\ude00b'], 'a😀b'],
    [['a\ud83d', 'b'], 'a\ufffdb'],
    [['\ude00', 'b'], '\ufffdb'],
    [['a\0', '\0b'], 'ab'],
    [['a', '', '\ud83d'], 'a'],
  ])('%j is stored as %j', (pieces, stored) => {
    const cleaner = new TextStreamCleaner();
    expect(pieces.map((piece) => cleaner.next(piece)).join('')).toBe(stored);
  });
});
