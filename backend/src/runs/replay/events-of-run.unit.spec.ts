import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { recorded } from '../../testing/view-spec';
import { findRun, newestRuns } from './events-of-run';

const STREAM = 'textwork-33333333-3333-4333-8333-333333333333';
const REQUEST = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';

/** Returns a log in which a text was requested twice; it contains this many of the text's events. */
function logOf(count: number): Pick<EventStore, 'readAll'> {
  const tries = ['TextAsked', 'TextFailed', 'TextAsked', 'TextAnswered'].map((type, index) => {
    const data = { requestId: REQUEST, holdId: index < 2 ? 'first' : 'second' };
    return { ...recorded({ type, data }, index + 1), streamId: STREAM };
  });
  return {
    async *readAll() {
      await Promise.resolve();
      yield* tries.slice(0, count).toReversed() as never[];
    },
  };
}

describe('the newest runs', () => {
  it.each([
    ['requested', 1, 0],
    ['failed', 2, 1],
    ['requested again', 3, 0],
    ['answered in the end', 4, 1],
  ])('include a text that is %s only if its latest attempt is over', async (_, count, times) => {
    const found: string[] = [];
    for await (const { runId } of newestRuns(logOf(count))) found.push(runId);
    expect(found).toEqual(Array(times).fill(REQUEST));
  });
});

describe('a run', () => {
  it('is found by its id in any case, running or finished', async () => {
    const run = { runId: REQUEST, streamId: STREAM };
    for (const log of [logOf(1), logOf(4)]) {
      expect([await findRun(log, REQUEST), await findRun(log, REQUEST.toUpperCase())]).toEqual([run, run]);
    }
    expect(await findRun(logOf(0), REQUEST)).toBeNull();
  });
});
