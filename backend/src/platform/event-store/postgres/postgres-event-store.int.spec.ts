import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { describeEventStore } from '../conformance/describe-event-store';
import { startKillablePostgres } from './killable-postgres';
import { postgresHarness } from './postgres-harness';

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
