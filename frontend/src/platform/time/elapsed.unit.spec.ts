import { formatElapsed } from './elapsed';

describe('elapsed time', () => {
  it.each([
    [0, '0:00'],
    [999, '0:00'],
    [65_000, '1:05'],
    [3_600_000, '60:00'],
    [-5_000, '0:00'],
  ])('of %i ms is written %s', (ms, text) => expect(formatElapsed(ms)).toBe(text));
});
