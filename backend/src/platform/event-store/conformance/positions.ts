import { eventAt } from '../event-at';
import type { StoreHarness } from './harness';
import { all, idsOf, newEvents, newStream, now } from './make-events';
import { Recorder } from './recorder';

/** There is one notion of a place in the log: what a head, a checkpoint and a reading say can be compared. */
export function describePositions(harness: () => StoreHarness): void {
  const store = () => harness().store;
  /** Where a store keeps metadata in its log, it ends in events that no reader is shown then: fewer than 32 of them. */
  const hideEnd = () =>
    Promise.all(Array.from({ length: 12 }, (_, n) => store().setStreamMetadata(newStream(), { maxCount: n + 1 })));

  it('brings every subscription to the head, also where the log ends in events that nobody is shown', async () => {
    const from = await now(store());
    const events = newEvents(3);
    const { position } = await store().append(newStream(), events, { expected: 'no_stream' });
    await hideEnd();
    const head = await store().head();
    expect((head ?? '') >= position).toBe(true);
    const narrow = { filter: { types: ['NothingLikeIt'] } };
    const recorders = [{}, { batchSize: 1 }, narrow].map((options) => new Recorder(store(), { from, ...options }));
    const [everything] = recorders;
    for (const recorder of recorders) await recorder.untilPassed(head);
    // And one that has nothing but the end before it.
    const last = new Recorder(harness().open(), { from: position });
    if (head !== position) await last.untilPassed(head);
    const end = (await store().head()) ?? '';
    for (const recorder of [...recorders, last]) {
      await recorder.stop();
      expect(recorder.checkpoints.filter((checkpoint) => checkpoint > end)).toEqual([]);
    }
    expect(idsOf(everything?.events ?? [])).toEqual(idsOf(events));
    expect(last.events).toEqual([]);
  });

  it('reads on from a head, and from a checkpoint, whatever stands there', async () => {
    await hideEnd();
    const head = await now(store());
    const hidden = await all(store().readAll({ from: head }));
    expect(hidden).toEqual([]);
    const [first, second] = newEvents(2);
    if (!first || !second) throw new Error('two events wanted');
    const one = await store().append(newStream(), [first], { expected: 'no_stream' });
    await hideEnd();
    const two = await store().append(newStream(), [second], { expected: 'no_stream' });
    expect(idsOf(await all(store().readAll({ from: head })))).toEqual([first.id, second.id]);
    expect(idsOf(await all(store().readAll({ from: two.position, direction: 'backwards', limit: 1 })))).toEqual([
      first.id,
    ]);
    expect((await eventAt(store(), one.position))?.id).toBe(first.id);
    expect((await eventAt(store(), two.position))?.id).toBe(second.id);
  });
}
