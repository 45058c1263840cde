import { cutText, isBlank, isLongerThan, isMediaUrl, lengthOf, minutesAndSeconds, utf8Bytes } from './text';

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
  ])('in bytes of UTF-8 equals that of its encoding: %j', (text, bytes) => {
    expect(utf8Bytes(text)).toBe(bytes);
  });

  it('is limited alike in all scripts', () => {
    expect(isLongerThan('😀'.repeat(5), 5)).toBe(false);
    expect(isLongerThan('😀'.repeat(6), 5)).toBe(true);
    expect(isLongerThan('aaaaa', 5)).toBe(false);
    expect(isLongerThan('aaaaaa', 5)).toBe(true);
  });
});

describe('a shortened text', () => {
  it('keeps its emoji whole', () => {
    expect(cutText('ab😀cd', 3)).toBe('ab😀');
    expect(cutText('😀😀😀', 2)).toBe('😀😀');
    expect(cutText('😀', 0)).toBe('');
  });

  it('is unchanged when it is short enough', () => {
    expect(cutText('😀😀', 2)).toBe('😀😀');
    expect(cutText('abc', 4)).toBe('abc');
  });
});

it.each(['', ' ', '\n', '\t\r\n', '\u00a0', '\u3000', '\ufeff'])('counts white space alone as blank: %j', (text) => {
  expect(isBlank(text)).toBe(true);
  expect(isBlank(`${text}x`)).toBe(false);
});

it.each([
  [0, '0:00'],
  [9.4, '0:09'],
  [59.6, '1:00'],
  [234, '3:54'],
  [3_600, '60:00'],
  [-3, '0:00'],
])('%s s are %s', (seconds, words) => {
  expect(minutesAndSeconds(seconds)).toBe(words);
});

describe('a media address', () => {
  it.each(['/api/media/abc', 'https://films.example/v.mp4', 'HTTP://films.example:8080/a%20b.png'])('is %s', (url) => {
    expect(isMediaUrl(url)).toBe(true);
  });

  it.each(['', 'v.mp4', '/v.mp4', 'ftp://films.example/v.mp4', 'https://', 'https:///v.mp4'])('is not %j', (url) => {
    expect(isMediaUrl(url)).toBe(false);
  });

  it.each(['https://a b/v.mp4', 'https://[/v.mp4', 'https://films.example:99999/v.mp4', 'http://%/v.mp4'])(
    'is not %j, which no browser opens',
    (url) => {
      expect(isMediaUrl(url)).toBe(false);
    },
  );
});
