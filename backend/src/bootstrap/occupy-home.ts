import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { AppConfig } from '../platform/config/app-config';
import { type DataDirLock, lockDataDir } from '../platform/home/home-lock';
import type { Log } from './runtime';
import { ensureUsableDataDirectory } from './usable-home';

/**
 * Makes this the only server on its data folder. A node that keeps neither events nor media there may do without: then
 * it is a new one at every start, and what it ran when it was killed is taken up when the leases end.
 * @throws StartError
 */
export async function occupyDataDirectory(config: Pick<AppConfig, 'home' | 'databaseUrl' | 's3'>, log: Log): Promise<DataDirLock> {
  const needsHome = !config.databaseUrl || !config.s3;
  try {
    ensureUsableDataDirectory(config.home);
    return await lockDataDir(config.home, (error) => log.error(error, 'The lock on the data folder is in danger.'));
  } catch (error) {
    if (needsHome) throw error;
    log.info(`Running without a data folder: ${(error as Error).message}`);
    return { node: `${hostname()}:${randomUUID()}`, release: () => Promise.resolve() };
  }
}
