import { eventAt, StreamDeleted, StreamNotFound, WrongExpectedRevision } from '../event-store';
import { all, idsOf, newEvent, newEvents, newStream, now, revisionsOf } from './harness';
import type { StoreHarness } from './harness';
import { Recorder } from './recorder';

export function describeReading(harness: () => StoreHarness): void {
  const store = () => harness().store;
  const streamOf = async (count: number) => {
    const stream = newStream();
    await store().append(stream, newEvents(count), { expected: 'no_stream' });
    return stream;
  };
  const revisions = async (...args: Parameters<ReturnType<typeof store>['readStream']>) =>
    revisionsOf(await all(store().readStream(...args)));

  it('reads a stream both ways, from anywhere, as many as wanted', async () => {
    const stream = await streamOf(5);
    expect(await revisions(stream)).toEqual([0n, 1n, 2n, 3n, 4n]);
    expect(await revisions(stream, { from: 2n, limit: 2 })).toEqual([2n, 3n]);
    expect(await revisions(stream, { from: 2n, limit: Infinity })).toEqual([2n, 3n, 4n]);
    expect(await revisions(stream, { from: 7n })).toEqual([]);
    expect(await revisions(stream, { direction: 'backwards' })).toEqual([4n, 3n, 2n, 1n, 0n]);
    expect(await revisions(stream, { direction: 'backwards', from: 'end', limit: 1 })).toEqual([4n]);
    expect(await revisions(stream, { direction: 'backwards', from: 2n, limit: 2 })).toEqual([2n, 1n]);
    expect(await revisions(stream, { direction: 'backwards', from: 0n })).toEqual([0n]);
  });

  it('reads the log both ways, from either side of a position, as many as wanted, filtered', async () => {
    const start = await now(store());
    const [one, other] = [newStream('filterone'), newStream('filterother')];
    await store().append(one, [newEvent(1, 'Odd'), newEvent(2, 'Even')], { expected: 'no_stream' });
    await store().append(other, [newEvent(3, 'Odd'), newEvent(4, 'Even')], { expected: 'no_stream' });
    const read = async (options: Parameters<ReturnType<typeof store>['readAll']>[0]) =>
      (await all(store().readAll(options))).map(({ data }) => data);
    expect(await read({ from: start })).toEqual([1, 2, 3, 4]);
    expect(await read({ from: start, limit: 3 })).toEqual([1, 2, 3]);
    expect(await read({ from: start, limit: Infinity })).toEqual([1, 2, 3, 4]);
    expect(await read({ from: start, filter: { types: ['Even'] } })).toEqual([2, 4]);
    expect(await read({ from: start, filter: { streamPrefixes: ['filterother-'] } })).toEqual([3, 4]);
    expect(await read({ from: start, filter: { types: ['Even'] }, limit: 1 })).toEqual([2]);
    const [, second] = await all(store().readAll({ from: start, limit: 2 }));
    expect(await read({ from: second?.position })).toEqual([3, 4]);
    expect(await read({ from: second?.position, direction: 'backwards', limit: 1 })).toEqual([1]);
    expect(await read({ direction: 'backwards', limit: 3 })).toEqual([4, 3, 2]);
    expect(await read({ from: 'end' })).toEqual([]);
  });

  it('says when there is no stream', async () => {
    await expect(all(store().readStream(newStream()))).rejects.toThrow(StreamNotFound);
    await expect(all(store().readStream(newStream(), { direction: 'backwards' }))).rejects.toThrow(StreamNotFound);
  });

  it('hides what metadata truncates, and deletes, and continues the revisions', async () => {
    const stream = await streamOf(6);
    await store().setStreamMetadata(stream, { truncateBefore: 2n });
    expect(await revisions(stream)).toEqual([2n, 3n, 4n, 5n]);
    const hiding: (string | null)[] = [];
    for await (const { streamId } of store().faults()) hiding.push(streamId);
    expect(hiding).toContain(stream);
    await store().setStreamMetadata(stream, { maxCount: 3 });
    expect(await revisions(stream)).toEqual([3n, 4n, 5n]);
    expect(await revisions(stream, { direction: 'backwards' })).toEqual([5n, 4n, 3n]);
    await store().append(stream, newEvents(1), { expected: 5n });
    expect(await revisions(stream)).toEqual([4n, 5n, 6n]);
    await store().setStreamMetadata(stream, { maxAge: 3600 });
    expect(await revisions(stream)).toHaveLength(7);

    await expect(store().deleteStream(stream, { expected: 3n })).rejects.toThrow(WrongExpectedRevision);
    await store().deleteStream(stream, { expected: 6n });
    await expect(revisions(stream)).rejects.toThrow(StreamNotFound);
    await expect(store().append(stream, newEvents(1), { expected: 'stream_exists' })).rejects.toThrow(StreamDeleted);
    const reborn = newEvents(2);
    const result = await store().append(stream, reborn, { expected: 'no_stream' });
    expect(result.nextExpectedRevision).toBe(8n);
    expect(await revisions(stream)).toEqual([7n, 8n]);
    expect(idsOf(await all(store().readStream(stream)))).toEqual(idsOf(reborn));
  });

  it('reads the events of one owner, alone or of some types', async () => {
    const start = await now(store());
    const of = (type: string, ownerId?: string) => ({
      ...newEvent(1, type),
      ...(ownerId && { metadata: { ownerId } }),
    });
    const [begun, ended] = [of('Begun', 'ada'), of('Ended', 'ada')];
    const events = [begun, of('Begun', 'eve'), of('Begun'), ended];
    await store().append(newStream(), events, { expected: 'no_stream' });
    const read = async (filter: { ownerId: string; types?: string[] }) =>
      idsOf(await all(store().readAll({ from: start, filter })));
    expect(await read({ ownerId: 'ada' })).toEqual([begun.id, ended.id]);
    expect(await read({ ownerId: 'ada', types: ['Ended'] })).toEqual([ended.id]);
    expect(await read({ ownerId: 'nobody' })).toEqual([]);
  });

  it('still shows truncated and deleted events in the whole log', async () => {
    const start = await now(store());
    const stream = await streamOf(3);
    await store().setStreamMetadata(stream, { truncateBefore: 2n });
    await store().deleteStream(stream, { expected: 'any' });
    const log = await all(store().readAll({ from: start, filter: { streamPrefixes: [stream] } }));
    expect(revisionsOf(log)).toEqual([0n, 1n, 2n]);
  });
}

/** Tests that positions are comparable, whether they come from a head, a checkpoint or a read. */
export function describePositions(harness: () => StoreHarness): void {
  const store = () => harness().store;
  /** Appends fewer than 32 hidden events to the log's end, if the store keeps stream metadata in its log. */
  const hideEnd = () =>
    Promise.all(Array.from({ length: 12 }, (_, n) => store().setStreamMetadata(newStream(), { maxCount: n + 1 })));

  it('brings every subscription to the head, even where the log ends in hidden events', async () => {
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
    // For this subscription, only the hidden events are left to receive.
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

  it('reads on from a head or a checkpoint, whatever event is there', async () => {
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
