import fc from 'fast-check';
import type { ExpectedRevision } from '../event-store';
import { IMPOSSIBLE, planFlush, type QueuedAppend } from './flush';

const event = { id: '00000000-0000-4000-8000-000000000000', type: 'T', data: '{}', metadata: null };
const append = (streamId: string, expected: ExpectedRevision, count = 1): QueuedAppend => {
  return { streamId, expected, events: Array.from({ length: count }, () => event) };
};
const assumedOf = (...appends: QueuedAppend[]) => planFlush(appends).assumed;

describe('a flush', () => {
  it('names each stream once and keeps the order of the appends', () => {
    const plan = planFlush([append('a', 'any'), append('b', 'any', 2), append('a', 'any')]);
    expect(plan.streams).toEqual(['a', 'b']);
    expect(plan.appendStream).toEqual([1, 2, 1]);
    expect(plan.counts).toEqual([1, 2, 1]);
    expect(plan.names).toEqual(['a', 'b', 'b', 'a']);
    expect(plan.eventStream).toEqual([1, 2, 2, 1]);
    expect(plan.eventOffset).toEqual([1, 1, 2, 2]);
  });

  it('assumes the revision that makes all appends of a stream succeed', () => {
    expect(assumedOf(append('a', 4n))).toEqual([4n]);
    expect(assumedOf(append('a', 'no_stream'))).toEqual([-1n]);
    expect(assumedOf(append('a', 'any', 3))).toEqual([null]);
    expect(assumedOf(append('a', 4n, 2), append('a', 6n), append('b', 0n))).toEqual([4n, 0n]);
    expect(assumedOf(append('a', 'any', 2), append('a', 6n))).toEqual([4n]);
    expect(assumedOf(append('a', 'no_stream', 2), append('a', 1n), append('a', 'any'))).toEqual([-1n]);
  });

  it('leaves appends that may not all succeed, or that need a lookup, to the database', () => {
    expect(assumedOf(append('a', 4n), append('a', 4n))).toEqual([IMPOSSIBLE]);
    expect(assumedOf(append('a', 'no_stream'), append('a', 'no_stream'))).toEqual([IMPOSSIBLE]);
    expect(assumedOf(append('a', 'any', 3), append('a', 0n))).toEqual([IMPOSSIBLE]);
    expect(assumedOf(append('a', 'stream_exists'))).toEqual([IMPOSSIBLE]);
    expect(assumedOf(append('a', 'stream_exists'), append('a', 'any'))).toEqual([IMPOSSIBLE]);
  });

  it('assumes a revision only when every exact expectation then holds in turn', () => {
    const expectations = fc.oneof(fc.constant<ExpectedRevision>('any'), fc.bigInt({ min: 0n, max: 6n }));
    const appends = fc.array(fc.tuple(expectations, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(appends, (list) => {
        const [assumed = null] = assumedOf(...list.map(([expected, count]) => append('a', expected, count)));
        const succeedsFrom = (start: bigint) => {
          let revision = start;
          return list.every(([expected, count]) => {
            const holds = expected === 'any' || expected === revision;
            revision += BigInt(count);
            return holds;
          });
        };
        for (let start = -1n; start <= 8n; start++) {
          expect(succeedsFrom(start)).toBe(assumed === null || assumed === start);
        }
      }),
    );
  });
});
