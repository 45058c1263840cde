import type { Pool } from 'pg';

/** A job that is tried for the fifth time, and not done, is one that people should know of: what passes has passed by then. */
export const STUCK_AT_ATTEMPT = 5;

/** One that waits for another try of many has it now. */
const REVIVE = `update platform.jobs set state = 'queued', attempts = 0, deaths = 0, run_at = now(), finished_at = null, leased_by = null
  where (state = 'dead' or (state = 'queued' and attempts >= ${STUCK_AT_ATTEMPT}))`;

/** Gives them all their attempts again; a job whose work has ended otherwise has nothing to do. Answers how many. */
export async function reviveDead(pool: Pool): Promise<number> {
  return (await pool.query(REVIVE)).rowCount ?? 0;
}

/** One of them. False when no job of this id is dead, or waits after many tries. */
export async function reviveJob(pool: Pool, id: string): Promise<boolean> {
  if (!/^\d{1,18}$/.test(id)) return false;
  return (await pool.query(`${REVIVE} and id = $1`, [id])).rowCount === 1;
}
