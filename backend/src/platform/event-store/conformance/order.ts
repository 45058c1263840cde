import { checkDelivery, noFaults } from './delivery-check';
import type { StoreHarness } from './harness';
import { all, idsOf, newEvents, newStream, now, printedSeed, revisionsOf, seededRandom } from './make-events';
import { Recorder } from './recorder';
import { writeConcurrently } from './writers';

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
    // Others that use the log may have moved it on.
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
