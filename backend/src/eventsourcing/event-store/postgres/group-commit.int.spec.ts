import fc from 'fast-check';
import { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { all, idsOf, newEvent, newEvents, newStream, printedSeed, revisionsOf } from '../conformance/harness';
import { EventNotStorable, fromPosition, StoreUnavailable, StreamDeleted, WrongExpectedRevision } from '../event-store';
import type { ExpectedRevision } from '../event-store';
import { ensureEventStoreSchema } from './schema';
import { ModelStore } from './testing/model-store';
import { PostgresEventStore } from './postgres-event-store';

describe('group commit', () => {
  let database: TestDatabase;
  let store: PostgresEventStore;
  beforeAll(async () => {
    database = await createTestDatabase();
    await ensureEventStoreSchema(database.pool);
    store = new PostgresEventStore({ pool: database.pool });
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  /** Counts the flushes that appended to the streams; each flush is one transaction. */
  const flushesOf = async (streams: string[]) => {
    const text = 'select count(distinct xmin::text)::int as flushes from event_store.events where stream_id = any ($1)';
    const { rows } = await database.pool.query<{ flushes: number }>(text, [streams]);
    return rows[0]?.flushes;
  };

  it('combines appends to one stream in one flush, in order, each at the revision after the previous one', async () => {
    const stream = newStream();
    const expectations: ExpectedRevision[] = ['no_stream', 1n, 'any', 5n, 'stream_exists', 9n];
    const appends = expectations.map((expected) => ({ expected, events: newEvents(2) }));
    const results = await Promise.all(
      appends.map(({ expected, events }) => store.append(stream, events, { expected })),
    );
    expect(results.map((result) => result.nextExpectedRevision)).toEqual([1n, 3n, 5n, 7n, 9n, 11n]);
    expect(idsOf(await all(store.readStream(stream)))).toEqual(appends.flatMap(({ events }) => idsOf(events)));
    expect(await flushesOf([stream])).toBe(1);
  });

  it('gives every append of a flush its own outcome', async () => {
    const [hot, other] = [newStream(), newStream()];
    const results = await Promise.allSettled([
      store.append(hot, newEvents(1), { expected: 'no_stream' }),
      store.append(hot, newEvents(1), { expected: 'no_stream' }),
      store.append(other, newEvents(1), { expected: 4n }),
      store.append(hot, newEvents(1), { expected: 0n }),
      store.append(hot, newEvents(1), { expected: 0n }),
      store.append(other, newEvents(1), { expected: 'any' }),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(results[1]).toMatchObject({ reason: new WrongExpectedRevision(hot, 'no_stream', 0n) });
    expect(results[2]).toMatchObject({ reason: { actual: 'no_stream' } });
    expect(results[4]).toMatchObject({ reason: { actual: 1n } });
    expect(revisionsOf(await all(store.readStream(hot)))).toEqual([0n, 1n]);
    expect(await flushesOf([hot, other])).toBe(1);
  });

  it('has the same outcomes as appends one after the other, whatever is combined', async () => {
    const expectations = fc.oneof(
      fc.constantFrom<ExpectedRevision>('any', 'no_stream', 'stream_exists'),
      fc.bigInt({ min: 0n, max: 6n }),
    );
    const command = fc.record({
      stream: fc.nat({ max: 2 }),
      expected: expectations,
      // Drawn from few ids, so that appends repeat and overlap.
      ids: fc.uniqueArray(fc.nat({ max: 6 }), { minLength: 1, maxLength: 3 }),
      deleteAfter: fc.boolean(),
    });
    const rounds = fc.array(fc.array(command, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 });
    const check = async (commands: typeof rounds extends fc.Arbitrary<infer T> ? T : never) => {
      const streams = [newStream(), newStream(), newStream()];
      const events = Array.from({ length: 7 }, () => newEvent());
      const model = new ModelStore();
      for (const round of commands) {
        const attempts = round.map(({ stream, expected, ids }) => {
          const wanted = ids.flatMap((index) => events[index] ?? []);
          const streamId = streams[stream] ?? '';
          const outcome = store.append(streamId, wanted, { expected }).then(
            ({ nextExpectedRevision }) => nextExpectedRevision,
            (error: unknown) => {
              if (error instanceof StreamDeleted) return 'deleted';
              return error instanceof WrongExpectedRevision ? { actual: error.actual } : error;
            },
          );
          return { outcome, modelled: model.append(streamId, idsOf(wanted), expected) };
        });
        const outcomes = await Promise.all(attempts.map(({ outcome }) => outcome));
        expect(outcomes).toEqual(attempts.map(({ modelled }) => modelled));
        const doomed = streams[round.findIndex(({ deleteAfter }) => deleteAfter)];
        if (doomed && model.exists(doomed)) {
          await store.deleteStream(doomed, { expected: 'any' });
          model.delete(doomed);
        }
      }
    };
    await fc.assert(fc.asyncProperty(rounds, check), { seed: printedSeed('appends together'), numRuns: 50 });
  }, 60_000);

  it('has positions without gaps, also after appends that failed', async () => {
    const stream = newStream();
    const before = fromPosition((await store.append(stream, newEvents(1), { expected: 'any' })).position);
    const known = newEvent();
    await store.append(stream, [known], { expected: 'any' });
    // An append with a known id at the right revision breaks the flush, including the other appends in it.
    const results = await Promise.allSettled([
      store.append(newStream(), newEvents(2), { expected: 'no_stream' }),
      store.append(stream, [known], { expected: 1n }),
      store.append(newStream(), [newEvent(deeplyNested())], { expected: 'no_stream' }),
      store.append(newStream(), newEvents(2), { expected: 'no_stream' }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { actual: 1n } });
    expect(results[2]).toMatchObject({ reason: expect.any(EventNotStorable) as unknown });
    const { rows } = await database.pool.query<{ gapless: boolean; newest: string }>(
      'select count(*) = max(position) as gapless, max(position) as newest from event_store.events',
    );
    expect(rows).toEqual([{ gapless: true, newest: String(before + 5n) }]);
  });

  it('fails an append whose connection is lost, and executes the next one', async () => {
    const pool = new Pool({ connectionString: database.url, max: 3 });
    pool.on('error', () => undefined);
    const other = new PostgresEventStore({ pool });
    const stream = newStream();
    await other.append(stream, newEvents(1), { expected: 'no_stream' });
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('lock table event_store.events in exclusive mode');
    const events = newEvents(1);
    const stuck = other.append(stream, events, { expected: 0n });
    const isWaiting = `select pid from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%event_store.append%'`;
    let waiting: { pid: number } | undefined;
    while (!waiting) waiting = (await database.pool.query<{ pid: number }>(isWaiting)).rows[0];
    await database.pool.query('select pg_terminate_backend($1)', [waiting.pid]);
    await expect(stuck).rejects.toThrow(StoreUnavailable);
    await holder.query('rollback');
    holder.release();
    await expect(other.append(stream, events, { expected: 0n })).resolves.toMatchObject({ nextExpectedRevision: 1n });
    await other.close();
    await pool.end();
  });
});

describe('the tables of the event store', () => {
  it('can be created by several starting nodes at once, repeatedly, and keep their rows', async () => {
    const database = await createTestDatabase();
    await Promise.all(Array.from({ length: 5 }, () => ensureEventStoreSchema(database.pool)));
    const store = new PostgresEventStore({ pool: database.pool });
    const appends = Array.from({ length: 20 }, () =>
      store.append(newStream(), newEvents(1), { expected: 'no_stream' }),
    );
    await Promise.all([...appends, ...Array.from({ length: 5 }, () => ensureEventStoreSchema(database.pool))]);
    expect(await all(store.readAll())).toHaveLength(20);
    await store.close();
    await database.drop();
  });
});

/** Returns valid JSON that is nested more deeply than Postgres' parser allows. */
function deeplyNested(): unknown {
  let value: unknown = [];
  for (let depth = 0; depth < 20_000; depth++) value = [value];
  return { toJSON: () => value };
}
