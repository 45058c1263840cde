import type { Pool, PoolClient } from 'pg';
import type { Position } from '../event-store/event-store';
import type { ViewTable } from './view-table';

export interface ViewCheckpoint {
  /** Null before the first event. */
  position: Position | null;
  /** Grows when another table takes the place of the one that was there. */
  generation: number;
}

const START: ViewCheckpoint = { position: null, generation: 0 };

/** Where each of the tables stands, by the table's name. */
export async function readCheckpoints(
  db: Pool | PoolClient,
  tableNames: readonly string[],
): Promise<Map<string, ViewCheckpoint>> {
  const { rows } = await db.query<ViewCheckpoint & { name: string }>(
    'select name, position, generation from platform.view_checkpoints where name = any($1)',
    [tableNames],
  );
  const found = new Map(rows.map(({ name, ...checkpoint }) => [name, checkpoint]));
  return new Map(tableNames.map((name) => [name, found.get(name) ?? START]));
}

/** Every table gets a checkpoint, at the start if it has none yet. */
export async function ensureCheckpoints(db: Pool | PoolClient, tables: readonly ViewTable[]): Promise<void> {
  await db.query(
    `insert into platform.view_checkpoints (name, version, position)
     select n, v, null from unnest($1::text[], $2::integer[]) as u(n, v) on conflict do nothing`,
    [tables.map(({ name }) => name), tables.map(({ view }) => view.version)],
  );
}

/** The place that all have reached; null when one is at the start. */
export function lowestOf(checkpoints: Iterable<ViewCheckpoint>): Position | null {
  let lowest: Position | null | undefined;
  for (const { position } of checkpoints) {
    if (position === null) return null;
    if (lowest === undefined || lowest === null || position < lowest) lowest = position;
  }
  return lowest ?? null;
}
