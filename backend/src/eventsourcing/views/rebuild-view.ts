import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../infra/postgres/transaction';
import type { EventStore, Position } from '../event-store/event-store';
import { catchUp } from './catch-up';
import { finishedSql } from './finished-rows';
import { invalidateCachedRows } from './view-checkpoints';
import { type AnyView, tableName } from './view';
import { ViewTable } from './view-table';
import { ViewWriter } from './view-writer';

const NAMED_KEYS = 20;
const CACHED_BYTES = 32 * 1024 * 1024;
/**
 * Timeouts during the comparison: comparing large tables takes long, and the transaction is idle while the new table
 * catches up.
 */
const COMPARISON_LIMITS = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '10min'`;

export interface RebuildReport {
  view: string;
  /** Number of rows in the rebuilt table. */
  rows: number;
  /** Number of rows that differ in the live table, are missing there or exist only there. */
  different: number;
  /** Keys of the first differing rows. */
  keys: string[];
  /** True if the rebuilt table replaced the live one. */
  switched: boolean;
}

interface Place {
  pool: Pool;
  events: EventStore;
  /** Returns the time before which rows of finished jobs are left out of both tables; null if none are left out. */
  finishedBefore?: () => Date | null;
}

/**
 * Rebuilds a view from the whole log in a second table, while the live table stays readable and writable. Then blocks
 * writers, compares the two tables at the same position and, if `switchOver`, replaces the live table. Reads wait only
 * for the renaming.
 * @throws PoisonEvent when an event cannot be folded, Error when another rebuild of the view is running; the live table
 * is unchanged then
 */
export async function rebuildView(
  place: Place,
  view: AnyView,
  { switchOver }: { switchOver: boolean },
): Promise<RebuildReport> {
  const live = new ViewTable(view);
  const shadow = new ViewTable(view, `${tableName(view)}_rebuilt`);
  return alone(place.pool, shadow.name, async () => {
    await forget(place.pool, shadow);
    for (const table of [live, shadow]) await table.create(place.pool);
    try {
      const writer = await openWriter(place, shadow);
      await build(place, writer);
      return await compareAndSwitch(place, { live, shadow, writer, switchOver });
    } finally {
      await forget(place.pool, shadow);
    }
  });
}

/** Poison events fail a rebuild instead of being parked, since parked rows belong to the live table. */
async function openWriter({ pool }: Place, shadow: ViewTable): Promise<ViewWriter> {
  const table = new ViewTable({ ...shadow.view, stopOnPoison: true }, shadow.name);
  const writer = new ViewWriter(pool, [table], { cachedBytes: CACHED_BYTES, onPoison: () => undefined });
  await writer.open();
  return writer;
}

async function build({ events }: Place, writer: ViewWriter, to?: Position): Promise<void> {
  await catchUp(events, writer, { to });
  const [poison] = writer.stoppedBy;
  if (poison) throw poison;
}

async function compareAndSwitch(
  place: Place,
  { live, shadow, writer, switchOver }: { live: ViewTable; shadow: ViewTable; writer: ViewWriter; switchOver: boolean },
): Promise<RebuildReport> {
  return inTransaction(place.pool, async (client) => {
    await client.query(COMPARISON_LIMITS);
    // Locks in the order of the writers, which lock the table before its checkpoint, too; this avoids deadlocks.
    await client.query(`lock table ${live.qualified} in share mode`);
    const { rows } = await client.query<{ position: Position | null }>(
      'select position from platform.view_checkpoints where name = $1 for update',
      [live.name],
    );
    const position = rows[0]?.position;
    if (position) await build(place, writer, position);
    const before = place.finishedBefore?.() ?? null;
    if (before) await withoutFinished(client, shadow, before);
    const report = await compare(client, live, shadow, before);
    if (switchOver) await replace(client, live, shadow);
    return { ...report, switched: switchOver };
  });
}

/** Removes rows that retention has deleted from the live table, so that a rebuild does not bring them back. */
async function withoutFinished(client: PoolClient, shadow: ViewTable, before: Date): Promise<void> {
  const finished = finishedSql(shadow, before);
  if (finished) await client.query(`delete from ${shadow.qualified} where ${finished.text}`, finished.values);
}

async function compare(
  client: PoolClient,
  live: ViewTable,
  shadow: ViewTable,
  before: Date | null,
): Promise<Omit<RebuildReport, 'switched'>> {
  const columns = live.columnList;
  const key = live.keyColumn;
  const finished = before && finishedSql(live, before);
  const { rows } = await client.query<{ total: number; different: number; keys: string[] | null }>(
    `with differing as (
       select coalesce(l.${key}, s.${key})::text as key
       from (select ${columns} from ${live.qualified}${finished ? ` where not ${finished.text}` : ''}) l
       full join (select ${columns} from ${shadow.qualified}) s on l.${key} = s.${key}
       where l is distinct from s)
     select (select count(*) from ${shadow.qualified})::int as total,
       (select count(*) from differing)::int as different,
       (select array_agg(key) from (select key from differing order by key limit ${NAMED_KEYS}) first) as keys`,
    finished ? finished.values : [],
  );
  const { total = 0, different = 0, keys = null } = rows[0] ?? {};
  return { view: live.view.name, rows: total, different, keys: keys ?? [] };
}

async function replace(client: PoolClient, live: ViewTable, shadow: ViewTable): Promise<void> {
  await client.query(`lock table ${live.qualified} in access exclusive mode`);
  await live.drop(client);
  await shadow.rename(client, live.name);
  await invalidateCachedRows(client, live.name);
  const { name, version } = live.view;
  await client.query('delete from platform.parked_events where view = $1 and version = $2', [name, version]);
}

async function forget(pool: Pool, shadow: ViewTable): Promise<void> {
  await shadow.drop(pool);
  await pool.query('delete from platform.view_checkpoints where name = $1', [shadow.name]);
}

async function alone<T>(pool: Pool, name: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const lock = `rebuild ${name}`;
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
      [lock],
    );
    if (!rows[0]?.locked) throw new Error(`${name}: another rebuild is under way.`);
    const result = await work();
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lock]);
    return result;
  } finally {
    // Closing the connection ends the lock, even after a failure.
    client.release(true);
  }
}
