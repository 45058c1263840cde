import { formatDollars, formatUsd } from './format';

describe('dollars of zaps', () => {
  it.each([
    [9, 2, '$0.90'],
    [9, 4, '$0.9000'],
    [12_000, 2, '$1,200.00'],
    [0.05, 2, '$0.01'],
    [0.01, 2, '<$0.01'],
    [0.0001, 4, '<$0.0001'],
    [0, 2, '$0'],
    [0, 4, '$0'],
  ])('are 10 cents each: %d zaps with %d decimals are written %s', (zaps, decimals, shown) => {
    expect(formatDollars(zaps, decimals)).toBe(shown);
  });
});

describe('dollar differences', () => {
  it.each([
    [0.025, '$0.025'],
    [39.9, '$39.90'],
    [-0.1, '-$0.10'],
    [0.00001, '<$0.0001'],
    [-0.00001, '>-$0.0001'],
    [0, '$0'],
  ])('of %d are written %s', (dollars, shown) => {
    expect(formatUsd(dollars)).toBe(shown);
  });
});
