import type { Pool, PoolClient } from 'pg';
import type { FencingToken } from '../../infra/postgres/leader-term';
import { isRefusedData } from '../../infra/postgres/pg-errors';
import { inTransaction } from '../../infra/postgres/transaction';
import type { Position } from '../event-store/event-store';
import type { ParkedEvent } from './fold-batch';
import type { ViewCheckpoint } from './view-checkpoints';
import type { SqlPart, ViewTable } from './view-table';

export interface TableChange {
  table: ViewTable;
  /** The checkpoint where the writer expects the table to be. */
  from: ViewCheckpoint;
  to: Position;
  /** Rows by key; null for a deleted row. */
  rows: ReadonlyMap<string, object | null>;
  /** The rows that are not deleted, encoded for the table. */
  upserts: ReadonlyMap<string, unknown[]>;
  parked: readonly ParkedEvent[];
}

export interface WriteAnswer {
  /** True if everything was written; otherwise nothing was. */
  held: boolean;
  /** True if nothing was written because another node leads. */
  fenced: boolean;
}

/**
 * Statements that write to at most this many tables are prepared, since they recur often. Statements for more tables
 * have too many different shapes.
 */
const PREPARED_TABLES = 2;
const HELD = '(select yes from held)';

/**
 * Builds a single statement for all tables, which needs only one round trip and one commit. It moves every checkpoint
 * and writes the rows. If a checkpoint is not where the writer expects it, or if another node leads, it does nothing
 * and returns `held: false`. This detects a second leader, a repeat after a lost response and a switched table.
 */
export function writeStatement(changes: readonly TableChange[], fence?: FencingToken): SqlPart & { name?: string } {
  const values: unknown[] = [
    changes.map(({ table }) => table.name),
    changes.map(({ from }) => from.position),
    changes.map(({ from }) => from.generation),
    changes.map(({ to }) => to),
    ...(fence ? [fence.name, fence.term] : []),
  ];
  // The lease is not locked: if it changes hands right now, the checkpoints still keep the two leaders apart.
  const leads = fence ? 'exists (select from platform.leaderships where name = $5 and term = $6)' : 'true';
  const parts = [
    `wanted as (select * from unnest($1::text[], $2::text[], $3::integer[], $4::text[]) as u(n, p, g, t))`,
    `locked as (select 1 from platform.view_checkpoints c join wanted w on c.name = w.n
      and c.position is not distinct from w.p and c.generation = w.g order by c.name for update of c)`,
    `fence as (select ${leads} as leads)`,
    `held as (select fence.leads and (select count(*) from locked) = (select count(*) from wanted) as yes from fence)`,
    `moved as (update platform.view_checkpoints c set position = w.t, updated_at = now(),
      stopped_at = null, stopped_reason = null, stopped_since = null from wanted w
      where c.name = w.n and ${HELD})`,
  ];
  let written = 0;
  const add = (name: string, part: SqlPart) => {
    parts.push(`${name} as (${part.text})`);
    values.push(...part.values);
    written += 1;
  };
  for (const { table, rows, upserts, parked } of changes) {
    const removals = [...rows].flatMap(([key, row]) => (row === null ? [key] : []));
    if (upserts.size > 0) add(`put_${table.name}`, table.upsert([...upserts.values()], values.length + 1, HELD));
    if (removals.length > 0) add(`cut_${table.name}`, table.remove(removals, values.length + 1, HELD));
    if (parked.length > 0) add(`park_${table.name}`, park(table, parked, values.length + 1));
  }
  const text = `with ${parts.join(',\n')} select yes as held, not leads as fenced from held, fence`;
  return written <= PREPARED_TABLES ? { name: nameOf(text), text, values } : { text, values };
}

const names = new Map<string, string>();

/**
 * Returns a statement's name. The name is a number, because Postgres truncates names after 63 bytes, so that longer
 * names of two shapes could become equal.
 */
function nameOf(text: string): string {
  const name = names.get(text) ?? `views-${names.size}`;
  names.set(text, name);
  return name;
}

function park({ view }: ViewTable, parked: readonly ParkedEvent[], first: number): SqlPart {
  return {
    text: `insert into platform.parked_events (view, version, key, position, event_id, error)
      select $${first}::text, $${first + 1}::integer, k, p, e, x
      from unnest($${first + 2}::text[], $${first + 3}::text[], $${first + 4}::uuid[], $${first + 5}::text[]) as u(k, p, e, x)
      where ${HELD} on conflict do nothing`,
    values: [
      view.name,
      view.version,
      parked.map(({ key }) => key),
      parked.map(({ position }) => position),
      parked.map(({ eventId }) => eventId),
      parked.map(({ error }) => error),
    ],
  };
}

/** Ends a trial, so that it is rolled back. */
class TrialOver extends Error {}

/**
 * Finds the rows of a change that the database rejects, by key, with the reasons. Tries to write them, bisecting, and
 * rolls back.
 */
export async function unwritableRows(pool: Pool, { table, upserts }: TableChange): Promise<Map<string, Error>> {
  const refused = new Map<string, Error>();
  const trial = async (client: PoolClient, keys: readonly string[]): Promise<void> => {
    const error = await tryWrite(client, keys);
    if (!error) return;
    const [key, another] = keys;
    if (key !== undefined && another === undefined) refused.set(key, error);
    else {
      const half = Math.ceil(keys.length / 2);
      await trial(client, keys.slice(0, half));
      await trial(client, keys.slice(half));
    }
  };
  const tryWrite = async (client: PoolClient, keys: readonly string[]): Promise<Error | null> => {
    const part = table.upsert(
      keys.map((key) => upserts.get(key) ?? []),
      1,
      'true',
    );
    await client.query('savepoint trial');
    try {
      await client.query(part.text, part.values);
      return null;
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      return error;
    } finally {
      await client.query('rollback to savepoint trial');
    }
  };
  try {
    await inTransaction(pool, async (client) => {
      if (upserts.size > 0) await trial(client, [...upserts.keys()]);
      throw new TrialOver();
    });
  } catch (error) {
    if (!(error instanceof TrialOver)) throw error;
  }
  return refused;
}
