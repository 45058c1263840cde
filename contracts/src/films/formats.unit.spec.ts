import { FILM_FORMATS, FORMAT_WORDS, nearestFormat, promptInFormat, RATIOS } from './formats';

it.each([
  [1080, 1920, '9:16'],
  [1920, 1080, '16:9'],
  [4_000, 3_000, '1:1'],
  [1024, 1536, '9:16'],
  [1024, 1365, '4:5'],
  [1000, 1000, '1:1'],
  [3000, 1000, '16:9'],
] as const)('finds for an image of %s x %s the format %s', (width, height, format) => {
  expect(nearestFormat(width, height)).toBe(format);
});

it.each([
  ['Vertical 9:16 cinematic still.', '16:9', 'Wide 16:9 cinematic still.'],
  ['A tower, in a wide 16:9 frame. Wide shot.', '4:5', 'A tower, in a portrait 4:5 frame. Wide shot.'],
  ['At 9:16 in the morning, a vertical wall.', '1:1', 'At 9:16 in the morning, a vertical wall.'],
] as const)('the prompt "%s" in %s', (prompt, format, expected) => {
  expect(promptInFormat(prompt, format)).toBe(expected);
});

it('gives every format its own ratio and name', () => {
  for (const format of FILM_FORMATS) {
    const [width = 0, height = 1] = format.split(':').map(Number);
    expect(RATIOS[format]).toBeCloseTo(width / height);
    expect(FORMAT_WORDS[format]).toContain(format);
  }
});
