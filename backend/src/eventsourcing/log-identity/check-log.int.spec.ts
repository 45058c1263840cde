import { setImmediate } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { ensurePlatformSchema } from '../platform-schema';
import type { EventStore, Position } from '../event-store/event-store';
import { all, newEvents, newStream } from '../event-store/conformance/harness';
import { Recorder } from '../event-store/conformance/recorder';
import { EventStoreDbEventStore } from '../event-store/eventstoredb/eventstoredb-event-store';
import { startStubServer } from '../event-store/eventstoredb/stub/stub-server';
import { fromPosition } from '../event-store/event-store';
import { ensureEventStoreSchema } from '../event-store/postgres/schema';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store';
import { randomIds } from '../../lib/ids';
import { checkLog } from './log-identity';

/** A log whose end the test can extend, hide or cut off. */
interface Place {
  log: EventStore;
  /** Functions that append hidden events to the log's end, one for each kind of hidden event that the store has. */
  hideEnd: (() => Promise<void>)[];
  /** Drops the events after a position, like the restore of an older backup. */
  cutAfter(position: Position): Promise<void>;
  close(): Promise<void>;
}

async function inPostgres({ pool }: TestDatabase): Promise<Place> {
  await ensureEventStoreSchema(pool);
  const log = new PostgresEventStore({ pool });
  return {
    log,
    hideEnd: [
      async () => {
        const stream = newStream('foreign');
        await log.append(stream, newEvents(3), { expected: 'no_stream' });
        await log.deleteStream(stream, { expected: 'any' });
      },
    ],
    async cutAfter(position) {
      await pool.query('delete from event_store.events where position > $1', [String(fromPosition(position))]);
    },
    close: () => log.close(),
  };
}

async function inEventStoreDb(): Promise<Place> {
  const server = await startStubServer();
  const log = new EventStoreDbEventStore({ url: `esdb://127.0.0.1:${server.port}?tls=false` });
  const scavenged = async () => {
    const stream = newStream('foreign');
    await log.append(stream, newEvents(3), { expected: 'no_stream' });
    server.log.tombstoneAndScavenge(stream);
  };
  return {
    log,
    hideEnd: [() => Promise.resolve(server.log.writeSystemEvents(300)), scavenged],
    cutAfter: (position) => Promise.resolve(server.log.cutAfter(Number(position))),
    async close() {
      await log.close();
      server.stop();
    },
  };
}

describe.each([
  ['Postgres', 'DATABASE_URL', inPostgres],
  ['EventStoreDB', 'EVENTSTORE_URL', inEventStoreDb],
] as const)('the check of a log in %s', (_store, setting, open) => {
  let database: TestDatabase;
  let place: Place;
  let log: EventStore;

  beforeEach(async () => {
    database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
    place = await open(database);
    log = place.log;
  });
  afterEach(async () => {
    await place.close();
    await database.drop();
  });

  const check = () => checkLog({ pool: database.pool, log, ids: randomIds, setting });
  /** Stores a view's checkpoint at the log's end, as reported by a subscription. */
  async function viewReachesEnd(): Promise<Position> {
    const view = new Recorder(log, { from: 'start' });
    await view.untilPassed(await log.head());
    await view.stop();
    const reached = view.checkpoints.at(-1);
    if (reached === undefined) throw new Error('the view has no checkpoint');
    await database.pool.query(
      `insert into platform.view_checkpoints (name, version, position) values ('a_view', 1, $1)
       on conflict (name, version) do update set position = excluded.position`,
      [reached],
    );
    return reached;
  }

  it('does not mistake a log that ends in hidden events for a shortened one', async () => {
    await check();
    await log.append(newStream(), newEvents(2), { expected: 'no_stream' });
    for (const hide of place.hideEnd) {
      const before = await log.head();
      await hide();
      expect((await viewReachesEnd()) > (before ?? '')).toBe(true);
      await expect(check()).resolves.toBeUndefined();
    }
    // A view has read a stream of which only the tombstone is left.
    for (const hide of place.hideEnd) await hide();
    await expect(check()).resolves.toBeUndefined();
  });

  it('refuses a log whose newest events are missing', async () => {
    await check();
    const { position } = await log.append(newStream(), newEvents(2), { expected: 'no_stream' });
    await log.append(newStream(), newEvents(1), { expected: 'no_stream' });
    for (const hide of place.hideEnd) await hide();
    const reached = await viewReachesEnd();
    await place.cutAfter(position);
    expect((await all(log.readAll({ direction: 'backwards', limit: 1 }))).map((event) => event.position)).toEqual([
      position,
    ]);
    await expect(check()).rejects.toThrow(
      `${setting}: this log ends at ${fromPosition(position)}, and the views have reached ${fromPosition(reached)}: ` +
        'events are missing.',
    );
  });

  it('refuses another log, and an empty one', async () => {
    await check();
    const others = await createTestDatabase();
    const other = await open(others);
    await expect(checkLog({ pool: database.pool, log: other.log, ids: randomIds, setting })).rejects.toThrow(
      `${setting}: this log is empty, it is not the one from which the views were built.`,
    );
    await other.log.append(newStream(), newEvents(1), { expected: 'no_stream' });
    await expect(checkLog({ pool: database.pool, log: other.log, ids: randomIds, setting })).rejects.toThrow(
      `${setting}: this log is not the one from which the views were built.`,
    );
    await other.close();
    await others.drop();
  });

  it('accepts two nodes that start on the same empty log at the same time', async () => {
    const pool = database.pool;
    /**
     * Set at the first read of the log. Stands for the start of the other node, which gives the log an id and stores
     * the id in Postgres.
     */
    let otherBegins: Promise<void> | undefined;
    const emptyAtFirst = Object.create(log, {
      readStream: {
        value: async function* (...given: Parameters<EventStore['readStream']>) {
          const begin = otherBegins === undefined;
          otherBegins ??= checkLog({ pool, log, ids: randomIds, setting });
          await otherBegins;
          yield* log.readStream(begin ? 'nothing-yet' : given[0]);
        },
      },
    }) as EventStore;
    // Delays queries that are in flight while the log is read until the other node has started.
    const slow = Object.create(pool, {
      query: {
        value: async (text: string, values?: unknown[]) => {
          await setImmediate();
          await otherBegins;
          return pool.query(text, values);
        },
      },
    }) as typeof pool;
    await expect(checkLog({ pool: slow, log: emptyAtFirst, ids: randomIds, setting })).resolves.toBeUndefined();
    expect(otherBegins).toBeDefined();
  });
});
