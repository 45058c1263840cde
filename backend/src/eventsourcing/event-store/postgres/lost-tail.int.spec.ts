import { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { idsOf, newEvents, newStream } from '../conformance/harness';
import { Recorder } from '../conformance/recorder';
import { StoreUnavailable, toPosition } from '../event-store';
import type { NewEvent } from '../event-store';
import { ensureEventStoreSchema } from './schema';
import { PostgresEventStore } from './postgres-event-store';

/** A log loses its newest events in a fail-over to a server that had not received all of them. */
describe('a log that has lost its newest events', () => {
  let database: TestDatabase;
  let pool: Pool;
  let store: PostgresEventStore;
  let kept: NewEvent[];
  const open = async (pollMs: number) => {
    store = new PostgresEventStore({ pool, pollMs });
    kept = newEvents(1);
    for (const event of [...kept, ...newEvents(2)]) await store.append(newStream(), [event], { expected: 'no_stream' });
  };
  beforeEach(async () => {
    database = await createTestDatabase();
    await ensureEventStoreSchema(database.pool);
    pool = new Pool({ connectionString: database.url, max: 5 });
    pool.on('error', () => undefined);
  });
  afterEach(async () => {
    await store.close();
    await pool.end();
    await database.drop();
  });

  const loseTail = () => database.pool.query('delete from event_store.events where position > 1');
  const cutConnections = () =>
    database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
  /** Repeats the append until the connection is back, as a command would. */
  const append = async (events: NewEvent[]) => {
    const stream = newStream();
    for (;;) {
      try {
        return await store.append(stream, events, { expected: 'no_stream' });
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    }
  };

  it('delivers to a subscription the events that replaced the lost ones, and none of the lost ones', async () => {
    // Polls too rarely to affect this test.
    await open(3_600_000);
    const running = new Recorder(store, { from: 'start' });
    await running.until(() => running.events.length === 3);
    await loseTail();
    await cutConnections();
    await running.until(() => running.drops.length > 0);
    const again = new Recorder(store, { from: toPosition(1n) });
    await again.caughtUp;
    expect(again.events).toEqual([]);
    const events = newEvents(2);
    expect((await append(events)).position).toBe(toPosition(3n));
    await again.until(() => again.events.length === 2);
    // A subscription whose position is past the log's end resumes at the new end.
    await running.until(() => running.events.length === 5);
    expect(idsOf(again.events)).toEqual(idsOf(events));
    expect(idsOf(running.events.slice(3))).toEqual(idsOf(events));
    await Promise.all([running.stop(), again.stop()]);
  });

  it('is noticed by polling the head when no connection was cut', async () => {
    await open(10);
    const running = new Recorder(store, { from: 'start' });
    await running.until(() => running.events.length === 3);
    await loseTail();
    await running.until(() => running.drops.length > 0);
    const again = new Recorder(store, { from: toPosition(1n) });
    await again.caughtUp;
    expect(again.events).toEqual([]);
    await Promise.all([running.stop(), again.stop()]);
  });
});
