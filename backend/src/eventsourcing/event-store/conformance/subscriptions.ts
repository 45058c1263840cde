import { SubscriptionFailed, type Position, type StoredEvent } from '../event-store';
import { checkDelivery, noFaults, Recorder } from './recorder';
import { idsOf, newEvent, newEvents, newStream, now, testRetry } from './harness';
import type { StoreHarness } from './harness';

export function describeSubscriptions(harness: () => StoreHarness): void {
  const store = () => harness().store;
  const appendSome = async (count: number, stream = newStream()) => {
    const events = newEvents(count);
    const { position } = await store().append(stream, events, { expected: 'any' });
    return { ids: idsOf(events), position };
  };

  it('resumes at every checkpoint', async () => {
    const from = await now(store());
    const { position } = await appendSome(6);
    const first = new Recorder(store(), { from, batchSize: 1 });
    await first.untilPassed(position);
    await first.stop();
    const expected = idsOf(first.events);
    expect(expected).toHaveLength(6);
    for (const [index, checkpoint] of first.checkpoints.entries()) {
      const seen = expected.indexOf(first.batches[index]?.at(-1)?.id ?? '') + 1;
      const resumed = new Recorder(store(), { from: checkpoint });
      await resumed.caughtUp;
      await resumed.until(() => resumed.events.length >= expected.length - seen);
      await resumed.stop();
      expect(idsOf(resumed.events)).toEqual(expected.slice(seen));
    }
  });

  it('moves the checkpoint over events that the filter leaves out', async () => {
    const from = await now(store());
    const byType = new Recorder(store(), { from, filter: { types: ['Wanted'] } });
    const byStream = new Recorder(store(), { from, filter: { streamPrefixes: ['nothinglikeit-'] } });
    await appendSome(3);
    await store().append(newStream(), [newEvent({}, 'Wanted')], { expected: 'any' });
    const { position } = await appendSome(3);
    await Promise.all([byType.untilPassed(position), byStream.untilPassed(position)]);
    await Promise.all([byType.stop(), byStream.stop()]);
    expect(byType.events.map(({ type }) => type)).toEqual(['Wanted']);
    expect(byStream.events).toEqual([]);
  });

  it('goes from catch-up to live without gap or duplicate', async () => {
    const from = await now(store());
    const acknowledged = (await appendSome(300)).ids;
    const appended: Promise<unknown>[] = [];
    const recorder = new Recorder(store(), {
      from,
      batchSize: 20,
      // More events are appended while each of the first batches is handled, so the log's end keeps moving.
      handle: () => {
        if (appended.length < 40) appended.push(appendSome(5).then(({ ids }) => acknowledged.push(...ids)));
      },
    });
    await recorder.caughtUp;
    await recorder.until(() => appended.length === 40);
    await Promise.all(appended);
    await recorder.untilPassed(await store().head());
    await recorder.stop();
    expect(recorder.events).toHaveLength(500);
    expect(checkDelivery(acknowledged, recorder.events)).toEqual(noFaults);
  });

  it('resumes after a dropped connection', async () => {
    const from = await now(store());
    const other = harness().open();
    const recorders = [store(), other].map((subscriber) => new Recorder(subscriber, { from }));
    const before = await appendSome(3);
    for (const recorder of recorders) {
      await recorder.caughtUp;
      await recorder.until(() => recorder.events.length === 3);
    }
    await harness().dropConnections();
    for (const recorder of recorders) await recorder.until(() => recorder.drops.length > 0);
    const after = await appendRepeatedly(3);
    for (const recorder of recorders) {
      await recorder.until(() => recorder.events.length >= 6);
      await recorder.stop();
      expect(idsOf(recorder.events)).toEqual([...before.ids, ...after]);
    }
  });

  /** Repeats the same append until it succeeds, as a command would while the store is unavailable. */
  async function appendRepeatedly(count: number): Promise<string[]> {
    const events = newEvents(count);
    const stream = newStream();
    for (;;) {
      try {
        await store().append(stream, events, { expected: 'no_stream' });
        return idsOf(events);
      } catch (error) {
        if (!(error instanceof Error && 'retryable' in error)) throw error;
      }
    }
  }

  it('retries a poison event a bounded number of times, then shows it, and never skips it', async () => {
    const from = await now(store());
    const poison = newEvent({ poison: true });
    const given: StoredEvent[] = [];
    const recorder = new Recorder(store(), {
      from,
      batchSize: 1,
      handle: (events) => {
        given.push(...events);
        if (events.some(({ id }) => id === poison.id)) throw new Error('cannot digest it');
      },
    });
    const [before, after] = [newEvent(), newEvent()];
    await store().append(newStream(), [before, poison, after], { expected: 'no_stream' });
    const failure = recorder.subscription.closed;
    await expect(failure).rejects.toThrow(SubscriptionFailed);
    await expect(failure).rejects.toMatchObject({ cause: new Error('cannot digest it') });
    const attempts = Array.from({ length: testRetry.attempts }, () => poison.id);
    expect(idsOf(given)).toEqual([before.id, ...attempts]);
    expect(recorder.drops).toHaveLength(testRetry.attempts - 1);
    expect(idsOf(recorder.events)).toEqual([before.id]);
  });

  it('continues after a temporary failure of a handler', async () => {
    const from = await now(store());
    let failures = 0;
    const recorder = new Recorder(store(), {
      from,
      handle: () => {
        if (failures < testRetry.attempts - 1) throw new Error(`failure ${(failures += 1)}`);
      },
    });
    const { ids } = await appendSome(2);
    await recorder.until(() => recorder.events.length === 2);
    await recorder.stop();
    expect(idsOf(recorder.events)).toEqual(ids);
  });

  it('gives a slow handler no batch before it is done with the last, and loses nothing', async () => {
    const from = await now(store());
    let handling = 0;
    let most = 0;
    const finish: (() => void)[] = [];
    const recorder = new Recorder(store(), {
      from,
      batchSize: 10,
      handle: async () => {
        most = Math.max(most, (handling += 1));
        await new Promise<void>((resolve) => {
          finish.push(resolve);
          if (finish.length === 1) started();
          else resolve();
        });
        handling -= 1;
      },
    });
    let started: () => void = () => undefined;
    const isHandling = new Promise<void>((resolve) => (started = resolve));
    const ids = [...(await appendSome(1)).ids];
    await isHandling;
    for (let n = 0; n < 30; n++) ids.push(...(await appendSome(3)).ids);
    expect(recorder.events).toEqual([]);
    finish[0]?.();
    await recorder.until(() => recorder.events.length >= ids.length);
    await recorder.stop();
    expect(most).toBe(1);
    expect(idsOf(recorder.events)).toEqual(ids);
    expect(Math.max(...recorder.batches.map((batch) => batch.length))).toBeLessThanOrEqual(10);
  });

  it('begins at the end when requested', async () => {
    await appendSome(2);
    const recorder = new Recorder(store(), { from: 'end' });
    await recorder.caughtUp;
    const { ids, position } = await appendSome(2);
    await recorder.untilPassed(position satisfies Position | null);
    await recorder.stop();
    expect(idsOf(recorder.events)).toEqual(ids);
  });
}
