import { join } from 'node:path';
import { Pool } from 'pg';
import type { AppConfig } from '../../platform/config/app-config';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres';
import { openEventStoreDb } from '../../platform/event-store/eventstoredb/open-eventstoredb';
import { type KeepTryingOptions, oneMinute } from '../../platform/start/keep-trying';
import { OwnStreams } from './own-streams';
import { createObjectStorage, type ObjectStorage } from '../../platform/storage';

export type InstallationConfig = Pick<AppConfig, 'databaseUrl' | 'eventStoreUrl' | 'home' | 's3'>;

/** The stores of an installation, whether its server runs or not. */
export interface Installation {
  config: InstallationConfig;
  pool: Pool;
  /** Null when the events are in Postgres, as a table like others. */
  log: OwnStreams | null;
  storage: ObjectStorage;
}

const patience: KeepTryingOptions = {
  ...oneMinute,
  onRetry: ({ message }, left) => void process.stderr.write(`${message} Trying again for ${left} s.\n`),
};

/** Tells our connections from the server's. */
const APPLICATION = 'storyreel-backup';

/** Opens the stores for `work`, and closes them whatever comes of it. An embedded Postgres that runs is left running. */
export async function withInstallation<T>(
  config: InstallationConfig,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: join(config.home, 'postgres') });
  const connectionString = config.databaseUrl ?? embedded?.url;
  const pool = new Pool({ connectionString, max: 4, application_name: APPLICATION });
  // Whatever uses a connection that breaks hears of it; an idle one is of no account.
  pool.on('error', () => undefined);
  const storage = createObjectStorage(config);
  let log: OwnStreams | null = null;
  try {
    if (config.eventStoreUrl) log = new OwnStreams(await openEventStoreDb(config.eventStoreUrl, patience));
    return await work({ config, pool, log, storage });
  } finally {
    await log?.close();
    if ('close' in storage) storage.close();
    await pool.end();
    if (embedded && !embedded.reused) await embedded.stop();
  }
}
