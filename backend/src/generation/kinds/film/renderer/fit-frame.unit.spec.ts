import { fills, fitted } from './fit-frame';

const UPRIGHT = { width: 360, height: 640 };

it.each([
  ['the same shape', 1080, 1920, true],
  ['a poster of 2 to 3', 1024, 1536, false],
  ['a margin more', 864, 1536, true],
  ['a square', 1024, 1024, false],
  ['a wide one', 1920, 1080, false],
  ['a tower', 300, 1200, false],
])('a picture of %s (%s x %s) fills an upright frame: %s', (_, width, height, expected) => {
  expect(fills({ width, height }, UPRIGHT)).toBe(expected);
});

it('a picture that fills the frame gets no backdrop', () => {
  expect(fitted(UPRIGHT, { width: 1080, height: 1920 })).not.toContain('overlay');
  expect(fitted(UPRIGHT, { width: 1920, height: 1080 })).toContain('gblur');
});
