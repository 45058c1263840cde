import { join } from 'node:path';
import { Client } from 'pg';
import type { Pool } from 'pg';
import type { AppConfig } from '../infra/config/app-config';
import { isInitialised } from '../infra/embedded-postgres';

type InstalledPlace = Pick<AppConfig, 'databaseUrl' | 'eventStoreUrl' | 'home'>;

/** Describes the location of the configured installation, without secrets. */
export function placeOf({ databaseUrl, eventStoreUrl, home }: InstalledPlace): string {
  const log = eventStoreUrl === undefined ? '' : ' and the EventStoreDB of EVENTSTORE_URL';
  if (databaseUrl === undefined) return `the data folder ${home}${log}`;
  const { host, port, database } = new Client({ connectionString: databaseUrl });
  return `the database ${database} at ${host.startsWith('/') ? host : `${host}:${port}`}${log}`;
}

const missing = (config: InstalledPlace): Error => {
  const setting = config.databaseUrl === undefined ? 'STORYREEL_HOME' : 'DATABASE_URL';
  return new Error(
    `There is no installation in ${placeOf(config)}. Name another place with ${setting}; nothing was created.`,
  );
};

/**
 * Refuses a data directory without a database, so that a tool does not create an installation by looking for one.
 * @throws when the data directory has no database
 */
export function requireDataFolder(config: InstalledPlace): void {
  if (config.databaseUrl === undefined && !isInitialised(join(config.home, 'postgres'))) throw missing(config);
}

/** @throws when no server has ever started on the database */
export async function requireTables(config: InstalledPlace, pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ isThere: boolean }>(
    `select to_regclass('platform.view_checkpoints') is not null as "isThere"`,
  );
  if (!rows[0]?.isThere) throw missing(config);
}
