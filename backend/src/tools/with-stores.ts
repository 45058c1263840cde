import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { allAggregates } from '../app/composition';
import type { AppConfig } from '../infra/config/app-config';
import { createPool } from '../infra/postgres/pg-pool';
import { ensurePlatformSchema } from '../eventsourcing/platform-schema';
import { scopedEventStore } from '../eventsourcing/domain/scoped-event-store';
import { startEmbeddedPostgres } from '../infra/embedded-postgres';
import { requireDataFolder, requireTables } from './installed';
import { createEventStore, type EventStore } from '../eventsourcing/event-store';

export type StoresConfig = Pick<AppConfig, 'databaseUrl' | 'eventStoreUrl' | 'home'>;

/** Returns who runs a tool, for the log: 'root@host'. */
export function toolUser(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // In a container, a user without an entry in the list of users has a number only.
    return `${process.getuid?.() ?? 'unknown'}@${hostname()}`;
  }
}

/**
 * Runs `work` with an installation's stores, whether its server runs or not, and leaves running ones running.
 * @throws Error that names the place where there is no installation; none is created
 */
export async function withStores<T>(
  config: StoresConfig,
  work: (stores: { pool: Pool; events: EventStore }) => Promise<T>,
  options: { asStored?: boolean } = {},
): Promise<T> {
  requireDataFolder(config);
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: join(config.home, 'postgres') });
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  const pool = createPool(databaseUrl, (error) => process.stderr.write(`${error.message}\n`));
  try {
    await requireTables(config, pool);
    await ensurePlatformSchema(pool);
    const store = await createEventStore({ eventStoreUrl: config.eventStoreUrl, pool, databaseUrl });
    const events = scopedEventStore(store, allAggregates, options);
    try {
      return await work({ pool, events });
    } finally {
      await events.close();
    }
  } finally {
    await pool.end();
    // A Postgres that was already running belongs to the application.
    if (embedded && !embedded.reused) await embedded.stop();
  }
}
