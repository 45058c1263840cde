import { randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { AppConfig } from '../infra/config/app-config';
import { lockDataDir } from '../infra/data-dir/data-dir-lock';
import type { DataDirLock } from '../infra/data-dir/data-dir-lock';
import { StartError } from '../lib/keep-trying';
import type { Log } from './runtime';

/**
 * Creates the data directory if it is missing, and checks that this process's user owns it and its contents.
 * @throws StartError that names the setting, and the user that must own the directory
 */
export function ensureUsableDataDirectory(home: string): void {
  try {
    mkdirSync(home, { recursive: true });
    requireAccess(home);
    for (const name of readdirSync(home)) requireAccess(join(home, name));
  } catch (error) {
    throw toStartError(home, error as NodeJS.ErrnoException);
  }
}

const NEEDED = constants.R_OK | constants.W_OK;

function requireAccess(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found) accessSync(path, found.isDirectory() ? NEEDED | constants.X_OK : NEEDED);
}

function toStartError(home: string, error: NodeJS.ErrnoException): StartError {
  const path = error.path ?? home;
  switch (error.code) {
    case 'EROFS':
      return new StartError(
        `STORYREEL_HOME: ${path} is on a read-only file system; name a folder that can be written.`,
      );
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartError(`STORYREEL_HOME: ${home} is not a folder.`);
    case 'ENOSPC':
      return new StartError(`STORYREEL_HOME: there is no space left for ${home}.`);
    default: {
      const us = process.getuid?.();
      const remedy = us === undefined ? 'this user' : `user ${us}, as which this server runs`;
      return new StartError(
        `STORYREEL_HOME: ${path} cannot be read and written (${error.code ?? error.message}); ` +
          `the folder and all that is in it must belong to ${remedy}.`,
        { cause: error },
      );
    }
  }
}

/**
 * Makes this process the only server on its data directory. A node that stores neither events nor media there does not
 * need the lock. Without the lock, a node gets a new id at every start, and the work that it left behind is taken over
 * only when its leases end.
 * @throws StartError
 */
export async function occupyDataDirectory(
  config: Pick<AppConfig, 'home' | 'databaseUrl' | 's3'>,
  log: Log,
): Promise<DataDirLock> {
  const needsHome = !config.databaseUrl || !config.s3;
  try {
    ensureUsableDataDirectory(config.home);
    return await lockDataDir(config.home, (error) => log.error(error, 'The lock on the data folder may be lost.'));
  } catch (error) {
    if (needsHome) throw error;
    log.info(`Running without a data folder: ${(error as Error).message}`);
    return { node: `${hostname()}:${randomUUID()}`, release: () => Promise.resolve() };
  }
}
