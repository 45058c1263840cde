import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { allAggregates } from '../app/composition';
import type { AppConfig } from '../infra/config/app-config';
import type { TokenKeys } from '../infra/config/key-settings';
import { createPool } from '../infra/postgres/pg-pool';
import { ensurePlatformSchema } from '../eventsourcing/platform-schema';
import { inClearOf, scopedEventStore } from '../eventsourcing/domain/scoped-event-store';
import { AccountKeys, masterKeys } from '../eventsourcing/event-store/sealed-events';
import { startEmbeddedPostgres } from '../infra/embedded-postgres';
import { keptSecret } from '../lib/secrets';
import { requireDataFolder, requireTables } from './installed';
import { createEventStore, type EventStore } from '../eventsourcing/event-store';

export type StoresConfig = Pick<AppConfig, 'databaseUrl' | 'eventStoreUrl' | 'home' | 'accountKeys'> &
  Partial<Pick<AppConfig, 'sessionSecret'>>;

/** Returns the user who runs the tool, for the log: 'root@host'. */
export function toolUser(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // In a container, the user may be missing from the list of users and then has only a number.
    return `${process.getuid?.() ?? 'unknown'}@${hostname()}`;
  }
}

/** Returns the master keys of an installation; its session secret may be in its data directory. */
export const mastersOf = ({ accountKeys, home, sessionSecret }: Omit<StoresConfig, 'databaseUrl'>): TokenKeys =>
  masterKeys({ accountKeys, sessionSecret: sessionSecret ?? keptSecret(home, 'session-secret') ?? '' });

/**
 * Runs `work` with an installation's stores, whether or not its server runs; stores that were running keep running.
 * @throws Error that names the place when it holds no installation; none is created
 */
export async function withStores<T>(
  config: StoresConfig,
  work: (stores: { pool: Pool; events: EventStore; accountKeys: AccountKeys }) => Promise<T>,
  options: { asStored?: boolean } = {},
): Promise<T> {
  requireDataFolder(config);
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: join(config.home, 'postgres') });
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  const pool = createPool(databaseUrl, (error) => process.stderr.write(`${error.message}\n`));
  try {
    await requireTables(config, pool);
    await ensurePlatformSchema(pool);
    const accountKeys = await AccountKeys.open(pool, mastersOf(config), { isTool: true });
    const seals = { keys: accountKeys, isInClear: inClearOf(allAggregates) };
    const store = await createEventStore({ eventStoreUrl: config.eventStoreUrl, pool, databaseUrl, seals });
    const events = scopedEventStore(store, allAggregates, options);
    try {
      return await work({ pool, events, accountKeys });
    } finally {
      await events.close();
    }
  } finally {
    await pool.end();
    // A Postgres that was already running belongs to the server, so only one that this tool started is stopped.
    if (embedded && !embedded.reused) await embedded.stop();
  }
}
