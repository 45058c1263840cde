import { highRangeOf, toneMapped } from './tone-map';

it.each([
  ['yuv420p10le(tv, bt2020nc/bt2020/arib-std-b67)', 'hlg'],
  ['yuv420p10le(tv, bt2020nc/bt2020/smpte2084)', 'pq'],
  ['yuv420p(tv, bt709)', null],
  ['', null],
])('the colours %s have the range %s', (colours, range) => {
  expect(highRangeOf(colours)).toBe(range);
});

describe.each(['hlg', 'pq'] as const)('%s', (range) => {
  /** Signals of black, a face in shade, diffuse white and the peak, from ITU-R BT.2408. */
  const [black, face, white, peak] = { hlg: [0, 0.45, 0.75, 1], pq: [0, 0.42, 0.58, 0.752] }[range];
  const grey = (signal = 0): number => toneMapped(range, [signal, signal, signal])[1] ?? 0;

  it('keeps black and skin tones, shows paper nearly white, and keeps brighter light distinct from paper', () => {
    expect(grey(black)).toBeCloseTo(0, 2);
    expect(grey(face)).toBeGreaterThan(0.35);
    expect(grey(face)).toBeLessThan(0.62);
    expect(grey(white)).toBeGreaterThan(0.8);
    expect(grey(white)).toBeLessThan(0.95);
    expect(grey(peak)).toBeGreaterThan(0.98);
  });

  it('increases with the signal, and keeps greys neutral', () => {
    const ramp = Array.from({ length: 21 }, (_, at) => grey(at / 20));
    expect(ramp.toSorted((one, other) => one - other)).toEqual(ramp);
    const [red = 0, green = 0, blue = 0] = toneMapped(range, [0.5, 0.5, 0.5]);
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(0.01);
  });

  it('leaves no colour out of range', () => {
    for (const signal of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [1, 1, 0],
    ])
      for (const value of toneMapped(range, signal)) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
  });
});
