import type { Pool } from 'pg';

export interface DeadJob {
  queue: string;
  dedupKey: string;
  ownerId: string;
  attempts: number;
  error: string | null;
  finishedAt: Date;
}

const LIMIT = 1_000;

/** Jobs that gave up, the latest first. */
export async function listDead(pool: Pool): Promise<DeadJob[]> {
  const { rows } = await pool.query<DeadJob>(
    `select queue, dedup_key as "dedupKey", owner_id as "ownerId", attempts, last_error as error,
            finished_at as "finishedAt"
     from platform.jobs where state = 'dead' order by finished_at desc limit $1`,
    [LIMIT],
  );
  return rows;
}

/** Gives them all their attempts again; a job whose work has ended otherwise has nothing to do. Answers how many. */
export async function reviveDead(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `update platform.jobs set state = 'queued', attempts = 0, run_at = now(), finished_at = null, leased_by = null
     where state = 'dead'`,
  );
  return rowCount ?? 0;
}
