import { Pool } from 'pg';
import type { TestDatabase } from '../../../../testing/test-database';
import { testRetry, type StoreHarness } from '../../conformance/harness';
import { ensureEventStoreSchema } from '../schema';
import { PostgresEventStore } from '../postgres-event-store';

/** Creates stores with separate connections, as in separate processes. */
export async function postgresHarness(database: TestDatabase): Promise<StoreHarness> {
  await ensureEventStoreSchema(database.pool);
  const opened: { store: PostgresEventStore; pool: Pool }[] = [];
  const open = () => {
    const pool = new Pool({ connectionString: database.url, max: 5 });
    pool.on('error', () => undefined);
    const store = new PostgresEventStore({ pool, retry: testRetry });
    opened.push({ store, pool });
    return store;
  };
  return {
    store: open(),
    open,
    async dropConnections() {
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
    },
    async close() {
      for (const { store, pool } of opened) {
        await store.close();
        await pool.end();
      }
    },
  };
}
