import { Semaphore } from './concurrency';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a semaphore', () => {
  it('admits tasks in order as places become free, also after a failure', async () => {
    const turns = new Semaphore(2);
    const begun: number[] = [];
    const ends: ((fails?: Error) => void)[] = [];
    const run = (n: number) =>
      turns.run(() => {
        begun.push(n);
        return new Promise<number>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve(n))));
      });
    const all = [1, 2, 3, 4].map(run);
    const outcomes = Promise.allSettled(all);
    await settled();
    expect(begun).toEqual([1, 2]);
    ends[1]?.(new Error('no'));
    await settled();
    expect(begun).toEqual([1, 2, 3]);
    ends[0]?.();
    ends[2]?.();
    await settled();
    expect(begun).toEqual([1, 2, 3, 4]);
    ends[3]?.();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    // Both slots are free again.
    const more = [5, 6].map(run);
    await settled();
    expect(begun).toEqual([1, 2, 3, 4, 5, 6]);
    ends.slice(-2).forEach((end) => end());
    await Promise.all(more);
  });
});
