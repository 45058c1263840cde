import { Pool } from 'pg';
import { createTestDatabase } from '../../../testing/test-database';
import { checkDelivery } from '../conformance/delivery-check';
import { newEvent, newStream } from '../conformance/make-events';
import { Recorder } from '../conformance/recorder';
import { PostgresEventStore } from './postgres-event-store';
import { schemaSql } from './schema';

/** Positions from a sequence and no lock: what a log in Postgres is usually built like. */
const plantedSql = `create sequence planted; ${schemaSql
  .replace(/(last_position bigint;[^]*?)perform pg_advisory_xact_lock\(\d+\);/, '$1')
  .replace(
    /coalesce\(\(select e\.position from event_store\.events e order by[^)]*\), 0\),/,
    `nextval('planted') - 1,`,
  )}`;

const NODES = 8;
const ROUNDS = 40;
const APPENDS_A_ROUND = 40;

describe('a store without the append lock', () => {
  it('is caught by the check for lost and inverted events', async () => {
    const database = await createTestDatabase();
    await database.pool.query(plantedSql);
    const pools = Array.from({ length: NODES + 1 }, () => new Pool({ connectionString: database.url, max: 4 }));
    const [reader, ...writers] = pools.map((pool) => new PostgresEventStore({ pool, pollMs: 5 }));
    if (!reader) throw new Error('a reader is needed');
    const recorder = new Recorder(reader, { from: 'start' });
    await recorder.caughtUp;
    const acknowledged: string[] = [];
    const write = async (store: PostgresEventStore) => {
      for (let n = 0; n < APPENDS_A_ROUND; n++) {
        const event = newEvent();
        await store.append(newStream(), [event], { expected: 'no_stream' });
        acknowledged.push(event.id);
      }
    };
    let lost = 0;
    for (let round = 0; round < ROUNDS && lost === 0; round++) {
      await Promise.all(writers.map(write));
      await recorder.untilPassed(await reader.head());
      lost = checkDelivery(acknowledged, recorder.events).lost.length;
    }
    await recorder.stop();
    await Promise.all([reader, ...writers].map((store) => store.close()));
    await Promise.all(pools.map((pool) => pool.end()));
    await database.drop();
    expect(lost).toBeGreaterThan(0);
  }, 60_000);
});
