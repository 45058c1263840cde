import { benchTable, figuresInTurn, inTurn, median, p95, perSecond, rate, time } from './measure.mjs';

describe('a measurement', () => {
  it('takes the median of its rounds', () => {
    expect(median([5, 1, 100])).toBe(5);
    expect(median([])).toBe(0);
  });

  it('leaves five of a hundred out of its p95', () => {
    expect(p95(Array.from({ length: 100 }, (_, at) => at + 1))).toBe(95);
    expect(p95([7])).toBe(7);
    expect(p95([])).toBe(0);
  });

  it('takes the median of each of several figures', async () => {
    const rounds = [
      { open: 99, type: 99 },
      { open: 1, type: 6 },
      { open: 3, type: 5 },
      { open: 2, type: 4 },
    ];
    const result = await figuresInTurn({ a: () => Promise.resolve(rounds.shift() ?? { open: 0, type: 0 }) }, 3);
    expect(result).toEqual({ a: { open: 2, type: 5 } });
  });

  it('runs contenders in turn and leaves the first round out', async () => {
    const order: string[] = [];
    const figures = (name: string, values: number[]) => () => {
      order.push(name);
      return Promise.resolve(values.shift() ?? 0);
    };
    const result = await inTurn({ a: figures('a', [999, 1, 3, 2]), b: figures('b', [0, 7, 7, 7]) }, 3);
    expect(result).toEqual({ a: 2, b: 7 });
    expect(order.join('')).toBe('abababab');
  });

  it('keeps every worker busy with its own work', async () => {
    const seen = new Set<number>();
    const once = (worker: number) => new Promise((resolve) => setImmediate(() => resolve(seen.add(worker))));
    expect(await perSecond(3, 20, once)).toBeGreaterThan(0);
    expect([...seen].sort()).toEqual([0, 1, 2]);
  });

  it('fails when its work fails', async () => {
    await expect(perSecond(2, 20, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });
});

describe('a row', () => {
  it('has a ratio above 1 when ours is better', () => {
    expect(rate('r', 200, 100).ratio).toBe(2);
    expect(time('t', 5, 10).ratio).toBe(2);
  });

  it('says whether it reaches its target', () => {
    expect(benchTable([rate('a', 12_345, 10_000, 1.2), time('b', 4, 2, 1), rate('c', 1, 1)])).toEqual([
      ['a', '12,345 /s', '10,000 /s', '1.23', '1.20', 'met'],
      ['b', '4.00 ms', '2.00 ms', '0.50', '1.00', 'below'],
      ['c', '1.00 /s', '1.00 /s', '1.00', '', ''],
    ]);
  });
});
