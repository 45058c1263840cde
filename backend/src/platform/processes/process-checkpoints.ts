import type { Pool, PoolClient } from 'pg';
import type { Position } from '../event-store/event-store';

/** Null: at the start of the log. */
export type ProcessCheckpoint = Position | null;

/** Somebody else has moved a checkpoint: another node leads, and what this one has in mind is out of date. */
export class CheckpointMoved extends Error {}

export interface Move {
  name: string;
  from: ProcessCheckpoint;
  to: Position;
}

/** Every process gets a checkpoint, at the start of the log if it has none yet. */
export async function ensureProcessCheckpoints(pool: Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    `insert into platform.process_checkpoints (name, position)
     select n, null from unnest($1::text[]) as u(n) on conflict do nothing`,
    [names],
  );
}

export async function readProcessCheckpoints(
  pool: Pool,
  names: readonly string[],
): Promise<Map<string, ProcessCheckpoint>> {
  const { rows } = await pool.query<{ name: string; position: ProcessCheckpoint }>(
    'select name, position from platform.process_checkpoints where name = any($1)',
    [names],
  );
  const found = new Map(rows.map(({ name, position }) => [name, position]));
  return new Map(names.map((name) => [name, found.get(name) ?? null]));
}

/** All of them or none. @throws CheckpointMoved */
export async function moveCheckpoints(client: PoolClient, moves: readonly Move[]): Promise<void> {
  const { rowCount } = await client.query(
    `update platform.process_checkpoints c set position = u.now, updated_at = now()
     from unnest($1::text[], $2::text[], $3::text[]) as u(name, was, now)
     where c.name = u.name and c.position is not distinct from u.was`,
    [moves.map(({ name }) => name), moves.map(({ from }) => from), moves.map(({ to }) => to)],
  );
  if (rowCount !== moves.length) throw new CheckpointMoved('Another node has moved a checkpoint of the processes.');
}

/** The place that all have passed; null when one is at the start. */
export function lowestCheckpoint(checkpoints: Iterable<ProcessCheckpoint>): ProcessCheckpoint {
  let lowest: ProcessCheckpoint | undefined;
  for (const position of checkpoints) {
    if (position === null) return null;
    if (lowest === undefined || lowest === null || position < lowest) lowest = position;
  }
  return lowest ?? null;
}
