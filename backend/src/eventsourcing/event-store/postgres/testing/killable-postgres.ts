import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../../infra/embedded-postgres';
import type { KillableServer } from '../../conformance/harness';
import { ensureEventStoreSchema } from '../schema';
import { PostgresEventStore } from '../postgres-event-store';

/** Starts a separate server with all durability settings on. */
export async function startKillablePostgres(): Promise<KillableServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storyreel-kill-'));
  const dataDir = path.join(folder, 'postgres');
  let server: EmbeddedPostgres;
  let pool: Pool;
  let store: PostgresEventStore;
  const start = async () => {
    server = await startEmbeddedPostgres({ dataDir });
    pool = new Pool({ connectionString: server.url, max: 5 });
    pool.on('error', () => undefined);
    await ensureEventStoreSchema(pool);
    return (store = new PostgresEventStore({ pool }));
  };
  const closeStore = async () => {
    await store.close();
    await pool.end();
  };
  return {
    store: await start(),
    // A restart waits until the old server's processes are gone; see the launcher.
    kill: () => Promise.resolve(void process.kill(server.pid, 'SIGKILL')),
    async restart() {
      await closeStore();
      return start();
    },
    async close() {
      await closeStore();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
