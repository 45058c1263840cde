import { WrongExpectedRevision } from '../event-store';
import type { EventStore } from '../event-store';
import { all, idsOf, newEvent, newEvents, newStream, now, printedSeed, revisionsOf, seededRandom } from './harness';
import type { StoreHarness } from './harness';
import { checkDelivery, noFaults, Recorder } from './recorder';

interface WriterOptions {
  writers: number;
  appendsEach: number;
  random: () => number;
}

/**
 * Runs writers on separate and on shared streams that append one to three events at the exact revision.
 * @returns the ids of all acknowledged events
 */
async function writeConcurrently(stores: EventStore[], options: WriterOptions): Promise<Set<string>> {
  const { writers, appendsEach, random } = options;
  const acknowledged = new Set<string>();
  const shared = [newStream(), newStream()];
  const write = async (writer: number) => {
    const store = stores[writer % stores.length];
    if (!store) throw new RangeError('no store to write to');
    const own = newStream();
    const revisions = new Map<string, bigint>();
    for (let n = 0; n < appendsEach; n++) {
      const stream = random() < 0.5 ? own : (shared[n % shared.length] ?? own);
      const events = Array.from({ length: 1 + Math.floor(random() * 3) }, () => newEvent({ writer, n }));
      for (let appended = false; !appended;) {
        const revision = revisions.get(stream);
        try {
          const result = await store.append(stream, events, { expected: revision ?? 'no_stream' });
          revisions.set(stream, result.nextExpectedRevision);
          appended = true;
        } catch (error) {
          if (!(error instanceof WrongExpectedRevision) || error.actual === 'no_stream') throw error;
          revisions.set(stream, error.actual);
        }
      }
      for (const { id } of events) acknowledged.add(id);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return acknowledged;
}

const WRITERS = 16;
const APPENDS_EACH = 60;

export function describeOrder(harness: () => StoreHarness): void {
  const store = () => harness().store;

  it('has the same order in a stream as in the whole log', async () => {
    const start = await now(store());
    const streams = [newStream(), newStream(), newStream()];
    for (const stream of [...streams, ...streams, ...streams]) {
      await store().append(stream, newEvents(2), { expected: 'any' });
    }
    const log = await all(store().readAll({ from: start }));
    expect(log.map(({ position }) => position)).toEqual(log.map(({ position }) => position).sort());
    for (const stream of streams) {
      const alone = await all(store().readStream(stream));
      expect(revisionsOf(alone)).toEqual([0n, 1n, 2n, 3n, 4n, 5n]);
      expect(log.filter(({ streamId }) => streamId === stream)).toEqual(alone);
    }
    // Other users of the log may have appended further events.
    expect(((await store().head()) ?? '') >= (log.at(-1)?.position ?? '')).toBe(true);
  });

  it('loses and inverts nothing for a live subscriber of sixteen writers', async () => {
    const random = seededRandom(printedSeed('sixteen writers'));
    const others = [harness().open(), harness().open()];
    const from = await now(store());
    const recorders = [store(), ...others].map((subscriber) => new Recorder(subscriber, { from, batchSize: 50 }));
    await Promise.all(recorders.map(({ caughtUp }) => caughtUp));
    const acknowledged = await writeConcurrently([store(), ...others], {
      writers: WRITERS,
      appendsEach: APPENDS_EACH,
      random,
    });
    expect(acknowledged.size).toBeGreaterThanOrEqual(WRITERS * APPENDS_EACH);
    const head = await store().head();
    for (const recorder of recorders) {
      await recorder.untilPassed(head);
      await recorder.stop();
      expect(checkDelivery(acknowledged, recorder.events)).toEqual(noFaults);
      expect(idsOf(recorder.events)).toEqual(idsOf(recorders[0]?.events ?? []));
    }
    expect(await all(store().readAll({ from }))).toEqual(recorders[0]?.events);
  }, 120_000);
}
