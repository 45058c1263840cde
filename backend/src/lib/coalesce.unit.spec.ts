import { coalesce } from './concurrency';

describe('a coalesced request', () => {
  it('is sent once for all concurrent callers, and its answer is shared for a while after', async () => {
    let asked = 0;
    const ask = coalesce(60_000, () => Promise.resolve(++asked));
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
    expect(await ask()).toBe(1);
  });

  it('is sent again when the answer is no longer fresh', async () => {
    let asked = 0;
    const ask = coalesce(0, () => Promise.resolve(++asked));
    expect(await ask()).toBe(1);
    expect(await ask()).toBe(2);
  });

  it('is sent again after a failure, which all callers get', async () => {
    let asked = 0;
    const ask = coalesce(60_000, () => (++asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve(asked)));
    const both = await Promise.allSettled([ask(), ask()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask()).toBe(2);
  });
});
