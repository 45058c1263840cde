import { endOf, startOf } from './text';

describe('a text cut to bytes', () => {
  it.each([
    ['plain', 5, 'plain', 'plain'],
    ['plain', 3, 'pla', 'ain'],
    ['a😀b', 4, 'a', 'b'],
    ['a😀b', 5, 'a😀', '😀b'],
    ['灯台', 4, '灯', '台'],
    ['é', 1, '', ''],
    ['abc', 0, '', ''],
    ['abc', -1, '', ''],
  ])('%j at %d keeps whole characters only', (text, bytes, start, end) => {
    expect([startOf(text, bytes), endOf(text, bytes)]).toEqual([start, end]);
  });
});
