import { coalesce } from './concurrency';

describe('an answer that is shared', () => {
  it('is asked for once by all who ask at the same time, and for a while after', async () => {
    let asked = 0;
    const ask = coalesce(60_000, () => Promise.resolve(++asked));
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
    expect(await ask()).toBe(1);
  });

  it('is asked for again when it is no longer fresh', async () => {
    let asked = 0;
    const ask = coalesce(0, () => Promise.resolve(++asked));
    expect(await ask()).toBe(1);
    expect(await ask()).toBe(2);
  });

  it('is asked for again after a failure, which all who asked are told', async () => {
    let asked = 0;
    const ask = coalesce(60_000, () => (++asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve(asked)));
    const both = await Promise.allSettled([ask(), ask()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask()).toBe(2);
  });
});
