import { WrongExpectedRevision, type ExpectedRevision } from '../event-store';
import type { StoreHarness } from './harness';
import { all, idsOf, newEvent, newEvents, newStream, now, revisionsOf } from './harness';

export function describeAppendRules(harness: () => StoreHarness): void {
  const store = () => harness().store;
  const streamOf = async (count: number) => {
    const stream = newStream();
    if (count > 0) await store().append(stream, newEvents(count), { expected: 'no_stream' });
    return stream;
  };

  it.each<[string, ExpectedRevision, number, boolean]>([
    ['any on a missing stream', 'any', 0, true],
    ['any on a stream', 'any', 2, true],
    ['no_stream on a missing stream', 'no_stream', 0, true],
    ['no_stream on a stream', 'no_stream', 2, false],
    ['stream_exists on a missing stream', 'stream_exists', 0, false],
    ['stream_exists on a stream', 'stream_exists', 2, true],
    ['the exact revision', 1n, 2, true],
    ['an earlier revision', 0n, 2, false],
    ['a later revision', 2n, 2, false],
    ['a revision of a missing stream', 0n, 0, false],
  ])('judges expected revisions: %s', async (_case, expected, count, accepted) => {
    const stream = await streamOf(count);
    const append = store().append(stream, newEvents(1), { expected });
    if (accepted) {
      await expect(append).resolves.toMatchObject({ nextExpectedRevision: BigInt(count) });
      return;
    }
    const actual = count === 0 ? 'no_stream' : BigInt(count - 1);
    await expect(append).rejects.toThrow(WrongExpectedRevision);
    await expect(append).rejects.toMatchObject({ streamId: stream, expected, actual });
  });

  it('lets one of many writers at the same revision win', async () => {
    const stream = await streamOf(1);
    const stores = [store(), harness().open()];
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => {
        const target = stores[n % stores.length] ?? store();
        return target.append(stream, newEvents(1), { expected: 0n });
      }),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(WrongExpectedRevision);
    }
    expect(revisionsOf(await all(store().readStream(stream)))).toEqual([0n, 1n]);
  });

  it.each<[string, ExpectedRevision]>([
    ['an exact revision', 0n],
    ['no_stream', 'no_stream'],
  ])('answers a repeated append like the first time, at %s', async (_case, expected) => {
    const stream = await streamOf(expected === 0n ? 1 : 0);
    const events = newEvents(3);
    const first = await store().append(stream, events, { expected });
    await store().append(stream, newEvents(1), { expected: first.nextExpectedRevision });
    const again = await store().append(stream, events, { expected });
    expect(again).toEqual(first);
    expect(await all(store().readStream(stream))).toHaveLength(expected === 0n ? 5 : 4);
  });

  it('refuses an append that overlaps an earlier one in part', async () => {
    const stream = await streamOf(1);
    const [first, second] = newEvents(2);
    if (!first || !second) throw new Error('two events wanted');
    await store().append(stream, [first], { expected: 0n });
    const overlapping = store().append(stream, [first, second], { expected: 0n });
    // Stored events count as a repeat only if they are the whole append, not only its beginning.
    await expect(overlapping).rejects.toThrow(WrongExpectedRevision);
    await expect(store().append(stream, [second, first], { expected: 0n })).rejects.toThrow(WrongExpectedRevision);
    expect(idsOf(await all(store().readStream(stream))).slice(1)).toEqual([first.id]);
  });

  it('may refuse an id that the stream has already, or store it again, and the stream stays whole', async () => {
    const stream = newStream();
    const [event] = newEvents(1);
    if (!event) throw new Error('one event wanted');
    await store().append(stream, [event], { expected: 'no_stream' });
    const outcome = await store()
      .append(stream, [event], { expected: 0n })
      .then(
        ({ nextExpectedRevision }) => nextExpectedRevision,
        (error: unknown) => error,
      );
    const again = outcome instanceof WrongExpectedRevision ? outcome.actual : outcome;
    if (again !== 0n && again !== 1n) throw new Error('neither refused nor stored', { cause: outcome });
    await store().append(stream, newEvents(1), { expected: again });
    const ids = idsOf(await all(store().readStream(stream)));
    expect(ids.slice(0, -1)).toEqual(again === 0n ? [event.id] : [event.id, event.id]);
  });

  it('takes an id again in another stream', async () => {
    const event = newEvent();
    const [one, other] = [newStream(), newStream()];
    await store().append(one, [event], { expected: 'no_stream' });
    await store().append(other, [event], { expected: 'no_stream' });
    expect(idsOf(await all(store().readStream(one)))).toEqual([event.id]);
    expect(idsOf(await all(store().readStream(other)))).toEqual([event.id]);
  });

  it('appends all events of an append or none, next to each other', async () => {
    const start = await now(store());
    const streams = Array.from({ length: 8 }, () => newStream());
    const attempts = streams.flatMap((stream) => [newEvents(5), newEvents(5)].map((events) => ({ stream, events })));
    const outcomes = await Promise.allSettled(
      attempts.map(({ stream, events }) => store().append(stream, events, { expected: 'no_stream' })),
    );
    const winners = attempts.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    expect(winners).toHaveLength(8);
    const log = (await all(store().readAll({ from: start }))).filter(({ streamId }) => streams.includes(streamId));
    expect(log).toHaveLength(40);
    for (const { stream, events } of winners) {
      const place = log.findIndex(({ streamId }) => streamId === stream);
      expect(idsOf(log.slice(place, place + 5))).toEqual(idsOf(events));
    }
  });
}
