import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { all, newEvents, newStream } from '../conformance/harness';
import { describeEventStore } from '../conformance/describe-event-store';
import { toPosition } from '../event-store';
import { startKillablePostgres } from './testing/killable-postgres';
import { postgresHarness } from './testing/postgres-harness';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describeEventStore('Postgres', () => postgresHarness(database), {
  startServer: startKillablePostgres,
  async holdForeignTransaction() {
    const client = await database.pool.connect();
    await client.query('create table if not exists somebody_elses (n int)');
    await client.query('begin isolation level repeatable read');
    await client.query('insert into somebody_elses values (1)');
    return async () => {
      await client.query('rollback');
      client.release();
    };
  },
});

describe('a position that the log has not reached', () => {
  it('is treated as the end of the log, in both directions', async () => {
    const { store, close } = await postgresHarness(database);
    try {
      await store.append(newStream(), newEvents(2), { expected: 'no_stream' });
      const from = toPosition(2n ** 62n);
      const [newest] = await all(store.readAll({ direction: 'backwards', limit: 1 }));
      const backwards = await all(store.readAll({ from, direction: 'backwards', limit: 2 }));
      expect(backwards[0]).toEqual(newest);
      expect(backwards).toHaveLength(2);
      expect(await all(store.readAll({ from }))).toEqual([]);
    } finally {
      await close();
    }
  });
});
