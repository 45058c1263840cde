import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { requireDataFolder, requireTables } from '../installed';
import { checkBackupFile, readManifest, writeManifest } from './backup-file';
import type { BackupTable, Manifest } from './backup-file';
import { dumpKeptFiles } from './copy-kept-files';
import { dumpLog } from './copy-log';
import { checkMedia, dumpMedia, dumpMediaList } from './copy-media';
import type { CopiedMedia } from './copy-media';
import { dumpTables, inSnapshot, readRows } from './copy-tables';
import { withInstallation } from './installation';
import type { Installation, InstallationConfig } from './installation';

/** Reads every file of a backup and compares it with the manifest. @throws BackupUnusable */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const { tables, log, media, kept } = manifest;
  for (const file of [...tables, log.lines, media.list, ...kept]) {
    if (file) await checkBackupFile(folder, file);
  }
  await checkMedia(folder, media);
  return manifest;
}

/**
 * Tables that are rebuilt from the log, or only matter while a server runs. Sessions are left out too, because a
 * session that was ended after the backup would be valid again after a restore.
 */
export const LEFT_OUT = new Set([
  'view_checkpoints',
  'parked_events',
  'leaderships',
  'snapshots',
  'log_lines',
  'sessions',
]);
/**
 * Tables whose rows are written before the events that rely on them. They are copied after the log, so that each event
 * of the backup has its rows. All other tables, such as jobs and checkpoints, are written after their events and are
 * copied before the log. A job that a restore wrongly finds unfinished is checked again, but one that it wrongly finds
 * finished would never be.
 */
const BEFORE_THEIR_EVENTS = new Set([
  'account_keys',
  'credentials',
  'identities',
  'stored_objects',
  'social_tokens',
  // Without its row in this table, a post would be published again.
  'social_publications',
  'sandbox_publications',
]);
/** Uploads may replace files during the copy, and then the list of files is read again: at most this often. */
const MEDIA_ROUNDS = 5;

export interface BackupOptions {
  release: string;
  now: Date;
  report: (line: string) => void;
}

/**
 * Copies an installation into a new folder and verifies the copy. The server may keep running.
 * @returns the manifest, which names files that were already missing or damaged in the installation
 * @throws Error when the folder is not empty; nothing is left after a failure
 */
export async function makeBackup(
  config: InstallationConfig,
  target: string,
  options: BackupOptions,
): Promise<Manifest> {
  const folder = path.resolve(target);
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  requireDataFolder(config);
  const draft = `${folder}.part`;
  await rm(draft, { recursive: true, force: true });
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const manifest = await withInstallation(config, async (installation) => {
      await requireTables(config, installation.pool);
      return writeBackup(installation, draft, options);
    });
    options.report('Checking what was written …');
    await checkBackup(draft);
    await rename(draft, folder);
    return manifest;
  } catch (error) {
    // Delete the partial backup, which would otherwise keep a full disk full.
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function writeBackup(installation: Installation, folder: string, options: BackupOptions): Promise<Manifest> {
  const { pool, log, config } = installation;
  const { report } = options;
  // Copied before the log, so that the copied log contains every signed entry.
  const kept = await dumpKeptFiles(config.home, folder);
  report('Copying the tables …');
  const first = await inSnapshot(pool, async (client) => [
    ...(log ? [] : await dumpTables(client, folder, 'event_store', () => true)),
    ...(await dumpTables(client, folder, 'platform', (name) => !LEFT_OUT.has(name) && !BEFORE_THEIR_EVENTS.has(name))),
  ]);
  if (log) report('Copying the events …');
  const logged = log ? await dumpLog(log, folder) : await describePostgresLog(folder, first);
  report(`${logged.events} events.`);
  const { tables, media } = await copyTheRest(installation, folder, report);
  const manifest: Manifest = {
    format: 1,
    id: randomUUID(),
    createdAt: options.now.toISOString(),
    release: options.release,
    postgres: await versionOf(pool),
    log: logged,
    tables: [...first, ...tables],
    positions: log ? positionColumns(first) : [],
    media,
    kept,
  };
  await writeManifest(folder, manifest);
  return manifest;
}

/** Copies accounts and media metadata, then the files of those rows. */
async function copyTheRest(
  { pool, storage }: Installation,
  folder: string,
  report: (line: string) => void,
): Promise<{ tables: BackupTable[]; media: Manifest['media'] }> {
  for (let round = 1; ; round += 1) {
    report('Copying accounts and media …');
    const { tables, list } = await inSnapshot(pool, async (client) => ({
      tables: await dumpTables(client, folder, 'platform', (name) => BEFORE_THEIR_EVENTS.has(name)),
      list: await dumpMediaList(client, folder),
    }));
    const copied = await dumpMedia(storage, folder, list, sparingly(report));
    if (round === MEDIA_ROUNDS || !(await haveChanged(pool, copied.damaged))) {
      report(`${copied.files} files, ${(copied.bytes / 1e6).toFixed(1)} MB.`);
      return { tables, media: { list, ...copied } };
    }
  }
}

/** Returns true when at least one of the missing files was replaced meanwhile. */
async function haveChanged(pool: Pool, blobs: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from platform.stored_objects where blob = any($1) and state = 'ready'`,
    [blobs],
  );
  return rows[0]?.count !== blobs.length;
}

async function describePostgresLog(folder: string, tables: readonly BackupTable[]): Promise<Manifest['log']> {
  const events = tables.find(({ schema, name }) => schema === 'event_store' && name === 'events');
  if (!events) throw new Error('This Postgres holds no events: is it the one that DATABASE_URL should name?');
  let head: Manifest['log']['head'] = null;
  let newest = -1n;
  for await (const [position = '', eventId = ''] of readRows(folder, events, ['position', 'event_id'])) {
    if (BigInt(position) <= newest) continue;
    newest = BigInt(position);
    head = { position, eventId };
  }
  return { store: 'postgres', events: events.rows, head, lines: null };
}

/** Returns the columns with log positions, which EventStoreDB assigns anew when events are restored. */
const positionColumns = (tables: readonly BackupTable[]): string[] =>
  tables.flatMap(({ schema, name, columns }) =>
    columns
      .filter((column) => /(^|_)position$/.test(column.name) && column.type.startsWith('text'))
      .map((column) => `${schema}.${name}.${column.name}`),
  );

async function versionOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version ?? '';
}

const REPORT_EVERY_MS = 2_000;

function sparingly(report: (line: string) => void): (done: CopiedMedia) => void {
  let last = Date.now();
  return ({ files, bytes }) => {
    if (Date.now() - last < REPORT_EVERY_MS) return;
    last = Date.now();
    report(`${files} files, ${(bytes / 1e6).toFixed(1)} MB …`);
  };
}
