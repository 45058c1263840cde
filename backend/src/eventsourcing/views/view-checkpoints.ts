import type { Pool, PoolClient } from 'pg';
import { LeadershipLost, type LeaderTerm } from '../../infra/postgres/leader-term';
import type { Position } from '../event-store/event-store';
import type { PoisonEvent } from './poison-event';
import type { ViewTable } from './view-table';

export interface ViewCheckpoint {
  /** Null before the first event. */
  position: Position | null;
  /** Counter that `invalidateCachedRows` increments. */
  generation: number;
  /** True if the view has stopped at a poison event that it must not skip. */
  stopped: boolean;
}

const START: ViewCheckpoint = { position: null, generation: 0, stopped: false };

/** Returns the checkpoints by table name. */
export async function readCheckpoints(
  db: Pool | PoolClient,
  tableNames: readonly string[],
): Promise<Map<string, ViewCheckpoint>> {
  const { rows } = await db.query<ViewCheckpoint & { name: string }>(
    'select name, position, generation, stopped_at is not null as stopped from platform.view_checkpoints where name = any($1)',
    [tableNames],
  );
  const found = new Map(rows.map(({ name, ...checkpoint }) => [name, checkpoint]));
  return new Map(tableNames.map((name) => [name, found.get(name) ?? START]));
}

/** Creates missing checkpoints at the start of the log. */
export async function ensureCheckpoints(db: Pool | PoolClient, tables: readonly ViewTable[]): Promise<void> {
  await db.query(
    `insert into platform.view_checkpoints (name, version, position)
     select n, v, null from unnest($1::text[], $2::integer[]) as u(n, v) on conflict do nothing`,
    [tables.map(({ name }) => name), tables.map(({ view }) => view.version)],
  );
}

/**
 * Returns the position that all checkpoints have reached; null when one is at the start. Leave out stopped views, which
 * never advance.
 */
export function lowestOf(checkpoints: Iterable<ViewCheckpoint>): Position | null {
  let lowest: Position | null | undefined;
  for (const { position } of checkpoints) {
    if (position === null) return null;
    if (lowest === undefined || lowest === null || position < lowest) lowest = position;
  }
  return lowest ?? null;
}

/** Stores that a view has stopped, so that no node waits for it. @throws LeadershipLost when another node leads */
export async function storeStop(
  db: Pool | PoolClient,
  table: ViewTable,
  poison: PoisonEvent,
  leaderTerm?: LeaderTerm,
): Promise<void> {
  const leads = leaderTerm ? 'exists (select from platform.leaderships where name = $4 and term = $5)' : 'true';
  const { rowCount } = await db.query(
    `update platform.view_checkpoints set stopped_at = $2, stopped_reason = $3, stopped_since = coalesce(stopped_since, now())
     where name = $1 and ${leads}`,
    [table.name, poison.event.position, poison.message, ...(leaderTerm ? [leaderTerm.name, leaderTerm.term] : [])],
  );
  if (!leaderTerm || rowCount === 1) return;
  leaderTerm.end();
  throw new LeadershipLost(leaderTerm);
}

/** Gives a view's table a new generation, which makes the leader drop its cached rows. */
export async function invalidateCachedRows(client: PoolClient, table: string): Promise<void> {
  await client.query('update platform.view_checkpoints set generation = generation + 1 where name = $1', [table]);
}
