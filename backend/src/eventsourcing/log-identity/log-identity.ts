import type { Pool } from 'pg';
import { z } from 'zod';
import { ensureTables } from '../../infra/postgres/transaction';
import type { Ids } from '../../lib/ids';
import { StartError } from '../../lib/keep-trying';
import { toolCommand } from '../../lib/tool-command';
import { StreamNotFound, WrongExpectedRevision } from '../event-store/event-store';
import type { EventStore, Position } from '../event-store/event-store';

/** The stream's category is none of ours, so scoped readers skip it. */
export const IDENTITY_STREAM = 'storyreel-log';

const logOpened = z.object({ logId: z.uuid() });

/** Returns the id given to the log at its first start; null if it has none. */
async function readLogId(log: EventStore): Promise<string | null> {
  let logId: string | null = null;
  try {
    for await (const { data } of log.readStream(IDENTITY_STREAM, { limit: 1 })) logId = logOpened.parse(data).logId;
  } catch (error) {
    if (!(error instanceof StreamNotFound)) throw error;
  }
  return logId;
}

/** Gives the log an id unless it has one. If several nodes start at once, one of them succeeds. */
async function ensureLogId(log: EventStore, ids: Ids): Promise<string> {
  const known = await readLogId(log);
  if (known !== null) return known;
  const logId = ids.next();
  try {
    const opened = { id: ids.next(), type: 'LogOpened', data: { logId } };
    await log.append(IDENTITY_STREAM, [opened], { expected: 'no_stream' });
    return logId;
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
  const theirs = await readLogId(log);
  if (theirs === null) throw new Error(`${IDENTITY_STREAM} exists but is empty.`);
  return theirs;
}

const TABLE = `create table if not exists platform.log_identity (
  only_row boolean primary key default true check (only_row), log_id text not null);`;

const WAYS_OUT =
  'Restore the log that belongs to this database. Or, to continue with this one, stop every node and run ' +
  `\`${toolCommand('views', '--reset-log')}\`, which deletes views, jobs and snapshots so that they are rebuilt from it.`;

interface LogPlace {
  pool: Pool;
  log: EventStore;
  ids: Ids;
  /** The setting that selects the log, for messages. */
  setting: 'EVENTSTORE_URL' | 'DATABASE_URL';
}

/**
 * Checks that the views in Postgres were built from this log, and that the log has not become shorter since. A database
 * that has no known log yet adopts this one.
 * @throws StartError when it is another log, or when events are missing at its end
 */
export async function checkLog(place: LogPlace): Promise<void> {
  const { pool, log, ids, setting } = place;
  await ensureTables(pool, TABLE);
  // Reads Postgres first and the log second, since a node starting at the same time writes in the opposite order.
  const [known, reached] = await Promise.all([readKnown(pool), readReached(pool)]);
  const [found, head] = await Promise.all([readLogId(log), log.head()]);
  if (known !== null && known !== found) {
    const what = head === null ? 'is empty, it is not the one' : 'is not the one';
    throw new StartError(`${setting}: this log ${what} from which the views were built. ${WAYS_OUT}`);
  }
  if (reached !== null && (head === null || head < reached)) {
    const end = head === null ? 'is empty' : `ends at ${trim(head)}`;
    throw new StartError(
      `${setting}: this log ${end}, and the views have reached ${trim(reached)}: events are missing. ${WAYS_OUT}`,
    );
  }
  if (known !== null) return;
  const logId = await ensureLogId(log, ids);
  await pool.query('insert into platform.log_identity (log_id) values ($1) on conflict do nothing', [logId]);
  if ((await readKnown(pool)) !== logId) {
    throw new StartError(`${setting}: another node has just started on another log. ${WAYS_OUT}`);
  }
}

const trim = (position: Position): string => position.replace(/^0+(?=\d)/, '');

async function readKnown(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ log_id: string }>('select log_id from platform.log_identity');
  return rows[0]?.log_id ?? null;
}

/** Returns the position of the view that has advanced furthest. */
async function readReached(pool: Pool): Promise<Position | null> {
  const { rows } = await pool.query<{ reached: Position | null }>(
    'select max(position collate "C") as reached from platform.view_checkpoints',
  );
  return rows[0]?.reached ?? null;
}
