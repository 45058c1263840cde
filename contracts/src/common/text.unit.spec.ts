import { cutText, isBlank, isLongerThan, lengthOf, utf8Bytes } from './text';

const samples = [
  '',
  'plain',
  'naïve',
  'Мара',
  '灯台の守り人',
  '😀',
  'a😀b',
  'e\u0301',
  '"\\\n\u0001',
  '\ud83d',
  '\ude00',
  'x\ud83d',
];

describe('the length of a text', () => {
  it.each(samples)('is counted in code points: %j', (text) => {
    expect(lengthOf(text)).toBe([...text].length);
  });

  it.each([
    ['', 0],
    ['plain', 5],
    ['naïve', 6],
    ['Мара', 8],
    ['灯台', 6],
    ['a😀b', 6],
    ['"\\\n\u0001', 4],
    ['\ud83d', 3],
    ['\ud83dx', 4],
    ['\ude00\ud83d', 6],
  ])('in bytes of UTF-8 is what an encoder writes: %j', (text, bytes) => {
    expect(utf8Bytes(text)).toBe(bytes);
  });

  it('is compared without a difference between scripts', () => {
    expect(isLongerThan('😀'.repeat(5), 5)).toBe(false);
    expect(isLongerThan('😀'.repeat(6), 5)).toBe(true);
    expect(isLongerThan('aaaaa', 5)).toBe(false);
    expect(isLongerThan('aaaaaa', 5)).toBe(true);
  });
});

describe('a text that is cut', () => {
  it('keeps its emoji whole', () => {
    expect(cutText('ab😀cd', 3)).toBe('ab😀');
    expect(cutText('😀😀😀', 2)).toBe('😀😀');
    expect(cutText('😀', 0)).toBe('');
  });

  it('is the same text when it is short enough', () => {
    expect(cutText('😀😀', 2)).toBe('😀😀');
    expect(cutText('abc', 4)).toBe('abc');
  });
});

it.each(['', ' ', '\n', '\t\r\n', '\u00a0', '\u3000', '\ufeff'])('white space alone is blank: %j', (text) => {
  expect(isBlank(text)).toBe(true);
  expect(isBlank(`${text}x`)).toBe(false);
});
