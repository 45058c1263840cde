import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../infra/postgres/transaction';
import { markRestore, UNMARK_RESTORE } from '../../infra/postgres/unfinished-restore';
import { lockDataDir } from '../../infra/data-dir/data-dir-lock';
import { checkBackup, LEFT_OUT } from './make-backup';
import { loadKeptFiles } from './copy-kept-files';
import { loadLog, translatePositions } from './copy-log';
import { loadMedia } from './copy-media';
import { loadTables, qualified, quoted, readRows } from './copy-tables';
import { examineTarget } from './examine-target';
import { type Installation, type InstallationConfig, withInstallation } from './installation';
import type { Manifest } from './backup-file';

const SCHEMAS = ['event_store', 'platform'];
/** Schema whose tables are rebuilt from the log when the server starts. */
const DERIVED = 'views';
/** Position before the first event, in both kinds of store. */
const START = '0'.padStart(20, '0');

export interface RestoreOptions {
  /** True to restore although this discards events of the target that the backup lacks. */
  discardNewer: boolean;
  report: (line: string) => void;
}

/**
 * Replaces an installation's data with a backup. Everything in Postgres changes in one transaction, which is the last
 * step. A restore that is interrupted before can be repeated, and until then a server refuses to start.
 * @throws BackupUnusable before any change when the backup is damaged; TargetInTheWay when a server runs on the target
 * or events would be lost
 */
export async function restoreBackup(
  config: InstallationConfig,
  source: string,
  options: RestoreOptions,
): Promise<Manifest> {
  const folder = path.resolve(source);
  const { report } = options;
  report('Checking the backup …');
  const manifest = await checkBackup(folder);
  await withInstallation(config, async (installation) => {
    const { known } = await examineTarget(installation, folder, manifest, options);
    const release = await occupyHome(config, report);
    try {
      await restoreStores(installation, folder, manifest, known, report);
    } finally {
      await release();
    }
  });
  return manifest;
}

/**
 * Locks the data directory, so that no server can start on it.
 * @throws StartError when a server is running on it
 */
async function occupyHome(config: InstallationConfig, report: (line: string) => void): Promise<() => Promise<void>> {
  if (config.databaseUrl && config.s3) return () => Promise.resolve();
  await mkdir(config.home, { recursive: true });
  const lock = await lockDataDir(config.home, (error) => report(error.message));
  return () => lock.release();
}

async function restoreStores(
  installation: Installation,
  folder: string,
  manifest: Manifest,
  known: number,
  report: (line: string) => void,
): Promise<void> {
  await markRestore(installation.pool, folder);
  report('Restoring media …');
  await loadMedia(installation.storage, folder, manifest.media, everyThousand(report, 'files'));
  await loadKeptFiles(installation.config.home, folder, manifest.kept);
  const places = await restoreLog(installation, folder, manifest, known, report);
  report('Restoring the tables …');
  await inTransaction(installation.pool, (client) => restoreTables(client, folder, manifest, places));
}

type Places = ReadonlyMap<string, string | null>;

/**
 * Restores the log.
 * @returns the target's log positions, by the backup's positions in the tables
 */
async function restoreLog(
  { log }: Installation,
  folder: string,
  manifest: Manifest,
  known: number,
  report: (line: string) => void,
): Promise<Places> {
  const { lines, events } = manifest.log;
  if (!log || !lines) return new Map();
  report(`Writing ${events - known} events …`);
  await loadLog(log, folder, { lines, events }, known, everyThousand(report, 'events'));
  report('Checking the events …');
  return translatePositions(log, folder, { lines, events }, await placesIn(folder, manifest));
}

/** Returns every log position in the backup's rows, sorted. */
async function placesIn(folder: string, { tables, positions }: Manifest): Promise<string[]> {
  const places = new Set<string>();
  for (const table of tables) {
    for (const { name } of table.columns) {
      if (!positions.includes(`${table.schema}.${table.name}.${name}`)) continue;
      for await (const [place = ''] of readRows(folder, table, [name])) if (/^\d+$/.test(place)) places.add(place);
    }
  }
  return [...places].sort();
}

async function restoreTables(client: PoolClient, folder: string, manifest: Manifest, places: Places): Promise<void> {
  for (const schema of [DERIVED, ...SCHEMAS]) await client.query(`drop schema if exists ${quoted(schema)} cascade`);
  const schemas = new Set(manifest.tables.map(({ schema }) => schema));
  for (const schema of schemas) await client.query(`create schema ${quoted(schema)}`);
  // Backups by earlier releases may include tables that are left out today.
  const tables = manifest.tables.filter(({ schema, name }) => !(schema === 'platform' && LEFT_OUT.has(name)));
  await loadTables(client, folder, tables, () => movePlaces(client, { ...manifest, tables }, places));
  await client.query(UNMARK_RESTORE);
}

async function movePlaces(client: PoolClient, { tables, positions }: Manifest, places: Places): Promise<void> {
  if (places.size === 0) return;
  const from = [...places.keys()];
  const to = [...places.values()].map((place) => place ?? START);
  for (const table of tables) {
    for (const { name } of table.columns) {
      if (!positions.includes(`${table.schema}.${table.name}.${name}`)) continue;
      await client.query(
        `update ${qualified(table)} t set ${quoted(name)} = moved.place
         from unnest($1::text[], $2::text[]) as moved(was, place) where t.${quoted(name)} = moved.was`,
        [from, to],
      );
    }
  }
}

const everyThousand = (report: (line: string) => void, what: string): ((done: number) => void) => {
  let next = 1_000;
  return (done) => {
    if (done < next) return;
    report(`${done} ${what} …`);
    next = done - (done % 1_000) + 1_000;
  };
};
