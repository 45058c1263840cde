import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '../../../testing/test-database';
import { checkDelivery, noFaults, Recorder } from '../conformance/recorder';
import { newEvent, newStream } from '../conformance/harness';
import { toPosition } from '../event-store';
import { PostgresEventStore } from './postgres-event-store';
import { schemaSql } from './schema';

/** Plants the bug: positions come from a sequence, without a lock. Many event logs in Postgres are built this way. */
const [before, appendOne] = schemaSql.split('function event_store.append_one') as [string, string];
const plantedSql = `create sequence planted; ${before} function event_store.append_one ${appendOne
  .replace(/perform pg_advisory_xact_lock\(\d+\);/, '')
  .replace(/coalesce\(\(select e\.position [^)]*\), 0\) \+ 1/, `nextval('planted')`)}`;

describe('a store without the append lock', () => {
  it('is caught by the check for lost and inverted events', async () => {
    const database = await createTestDatabase();
    await database.pool.query(plantedSql);
    const store = new PostgresEventStore({ pool: database.pool });
    const recorder = new Recorder(store, { from: 'start' });
    await recorder.caughtUp;

    // The first writer has its position but commits slowly; the second writer overtakes it.
    const slow = await database.pool.connect();
    await slow.query('begin');
    const slowId = randomUUID();
    const text = 'select event_store.append_one($1, $2, -1, $3, $4, $5, null)';
    await slow.query(text, ['another node', newStream(), slowId, 'ThingHappened', '{}']);
    const quick = newEvent();
    const { position } = await store.append(newStream(), [quick], { expected: 'no_stream' });
    expect(position).toBe(toPosition(2n));
    await recorder.untilPassed(position);
    await slow.query('commit');
    slow.release();
    const last = newEvent();
    const { position: end } = await store.append(newStream(), [last], { expected: 'no_stream' });
    await recorder.untilPassed(end);
    await recorder.stop();

    const faults = checkDelivery([slowId, quick.id, last.id], recorder.events);
    expect(faults).toEqual({ ...noFaults, lost: [slowId] });
    await store.close();
    await database.drop();
  });
});
