import type { Pool } from 'pg';
import { countKnownEvents, LogDiffers } from './copy-log';
import { readRows } from './copy-tables';
import type { Installation } from './installation';
import { BackupUnusable, type Manifest } from './backup-file';

/** The target has data that must not be overwritten, or its server is still running. */
export class TargetInTheWay extends Error {}

/** Command-line option by which the operator accepts the loss of newer events. */
export const DISCARD_NEWER = '--discard-newer';

/**
 * Checks the target before anything in it is changed.
 * @returns how many of the backup's events its EventStoreDB already has
 * @throws TargetInTheWay, BackupUnusable
 */
export async function examineTarget(
  { pool, log }: Installation,
  folder: string,
  manifest: Manifest,
  { discardNewer }: { discardNewer: boolean },
): Promise<{ known: number }> {
  const { store, lines } = manifest.log;
  if (store === 'eventstoredb' && !log) {
    throw new BackupUnusable('The events of this backup come from EventStoreDB: set EVENTSTORE_URL to an empty one.');
  }
  if (store === 'postgres' && log) {
    throw new BackupUnusable('The events of this backup come from Postgres: restore it without EVENTSTORE_URL.');
  }
  await refuseRunningServer(pool);
  await refuseNewerPostgres(pool, folder, manifest, discardNewer);
  if (!log || !lines) return { known: 0 };
  try {
    return { known: await countKnownEvents(log, folder, lines) };
  } catch (error) {
    if (!(error instanceof LogDiffers)) throw error;
    throw new TargetInTheWay(
      `${error.message} Events of EventStoreDB cannot be taken back: restore into one with an empty data folder.`,
    );
  }
}

/** @throws TargetInTheWay */
export async function refuseRunningServer(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'storyreel'`,
  );
  if (rows[0]?.count) throw new TargetInTheWay('A server runs on this database: stop it on every node first.');
}

interface Newest {
  events: number;
  position: string;
  eventId: string;
  created: Date;
}

async function refuseNewerPostgres(pool: Pool, folder: string, manifest: Manifest, discard: boolean): Promise<void> {
  const newest = await newestEvent(pool);
  if (!newest || (await isInBackup(folder, manifest, newest)) || discard) return;
  const lost = newest.events - manifest.log.events;
  const amount = lost > 0 ? `at least ${lost} of its ${newest.events}` : `some of its ${newest.events}`;
  throw new TargetInTheWay(
    `The database has events that the backup of ${manifest.createdAt} lacks: ${amount} events would be lost, the newest ` +
      `of ${newest.created.toISOString()}, with everything that people did meanwhile. ` +
      `Make a backup of it first; to restore all the same, add ${DISCARD_NEWER}.`,
  );
}

async function newestEvent(pool: Pool): Promise<Newest | null> {
  const found = await pool.query<{ there: boolean }>("select to_regclass('event_store.events') is not null as there");
  if (!found.rows[0]?.there) return null;
  const { rows } = await pool.query<Newest>(
    `select position::text, event_id::text as "eventId", created,
       (select count(*)::float8 from event_store.events) as events
     from event_store.events order by events.position desc limit 1`,
  );
  return rows[0] ?? null;
}

/**
 * Compares only the target's newest event: events never change, so a backup with the same event at the same position
 * also has all earlier ones.
 */
async function isInBackup(folder: string, { tables }: Manifest, newest: Newest): Promise<boolean> {
  const events = tables.find(({ schema, name }) => schema === 'event_store' && name === 'events');
  if (!events) return false;
  for await (const [position, eventId] of readRows(folder, events, ['position', 'event_id'])) {
    if (position === newest.position) return eventId === newest.eventId;
  }
  return false;
}
