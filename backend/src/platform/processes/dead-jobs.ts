import type { Pool } from 'pg';

const REVIVE = `update platform.jobs set state = 'queued', attempts = 0, run_at = now(), finished_at = null, leased_by = null
  where state = 'dead'`;

/** Gives them all their attempts again; a job whose work has ended otherwise has nothing to do. Answers how many. */
export async function reviveDead(pool: Pool): Promise<number> {
  return (await pool.query(REVIVE)).rowCount ?? 0;
}

/** One of them. False when no job of this id is dead. */
export async function reviveJob(pool: Pool, id: string): Promise<boolean> {
  if (!/^\d{1,18}$/.test(id)) return false;
  return (await pool.query(`${REVIVE} and id = $1`, [id])).rowCount === 1;
}
