import { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { all, idsOf, newEvents, newStream } from '../conformance/harness';
import { Recorder } from '../conformance/recorder';
import { ensureEventStoreSchema } from './schema';
import { PostgresEventStore } from './postgres-event-store';

/** Counts the queries that read ranges of the log. */
class CountingPool extends Pool {
  reads = 0;
  override query = ((...args: Parameters<Pool['query']>) => {
    const { name } = args[0] as unknown as { name?: string };
    if (name?.includes('range')) this.reads += 1;
    return super.query(...args);
  }) as Pool['query'];
}

describe('a live subscription', () => {
  let database: TestDatabase;
  let pool: CountingPool;
  let store: PostgresEventStore;
  beforeAll(async () => {
    database = await createTestDatabase();
    await ensureEventStoreSchema(database.pool);
    pool = new CountingPool({ connectionString: database.url, max: 4 });
    // Polls too rarely to affect this test.
    store = new PostgresEventStore({ pool, pollMs: 3_600_000 });
  });
  afterAll(async () => {
    await store.close();
    await pool.end();
    await database.drop();
  });

  it('gets appends of its own process from memory, equal to those read from the table', async () => {
    const recorder = new Recorder(store, { from: 'end' });
    await recorder.caughtUp;
    pool.reads = 0;
    const stream = newStream();
    for (let n = 0; n < 5; n++) await store.append(stream, newEvents(3), { expected: 'any' });
    await recorder.until(() => recorder.events.length === 15);
    await recorder.stop();
    expect(pool.reads).toBe(0);
    expect(recorder.events).toEqual(await all(store.readStream(stream)));
  });

  it('gets appends of other processes by notification, in order with its own', async () => {
    const otherPool = new Pool({ connectionString: database.url, max: 4 });
    const other = new PostgresEventStore({ pool: otherPool });
    const recorder = new Recorder(store, { from: 'end' });
    await recorder.caughtUp;
    const ids: string[] = [];
    for (let n = 0; n < 10; n++) {
      const events = newEvents(2);
      await (n % 2 === 0 ? store : other).append(newStream(), events, { expected: 'no_stream' });
      ids.push(...idsOf(events));
    }
    await recorder.until(() => recorder.events.length === ids.length);
    await recorder.stop();
    expect(idsOf(recorder.events)).toEqual(ids);
    await other.close();
    await otherPool.end();
  });

  it('reports when it has caught up, falls behind, and has caught up again', async () => {
    const told: string[] = [];
    let release: () => void = () => undefined;
    let hold: Promise<void> | null = null;
    let lastId = '';
    let caughtUpTwice: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (caughtUpTwice = resolve));
    const subscription = store.subscribeAll({
      from: 'end',
      batchSize: 2,
      onCaughtUp: () => {
        told.push('caught up');
        if (lastId) caughtUpTwice();
        else void fill();
      },
      onFellBehind: () => told.push('fell behind'),
      onBatch: async (events) => {
        lastId = events.at(-1)?.id ?? lastId;
        await hold;
      },
    });
    const fill = async () => {
      hold = new Promise((resolve) => (release = resolve));
      for (let n = 0; n < 5; n++) await store.append(newStream(), newEvents(2), { expected: 'no_stream' });
      release();
    };
    await done;
    await subscription.stop();
    expect(told).toEqual(['caught up', 'fell behind', 'caught up']);
  });

  it('can delay new events to form a larger batch', async () => {
    const recorder = new Recorder(store, { from: 'end', batchSize: 4, maxBatchDelayMs: 60_000 });
    await recorder.caughtUp;
    for (let n = 0; n < 4; n++) await store.append(newStream(), newEvents(1), { expected: 'no_stream' });
    await recorder.until(() => recorder.events.length === 4);
    expect(recorder.batches.map((batch) => batch.length)).toEqual([4]);
    await store.append(newStream(), newEvents(1), { expected: 'no_stream' });
    // `stop` does not wait until the delay has passed.
    await recorder.stop();
  });
});
