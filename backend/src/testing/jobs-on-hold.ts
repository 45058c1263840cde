import type { Pool } from 'pg';

/** Runs `work` while other transactions can read the table, but not change it. */
export async function whileLocked<T>(pool: Pool, table: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`begin; lock table ${table} in exclusive mode`);
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Runs `work` while no job is started, however slow it is: queued jobs stay queued. */
export const withJobsOnHold = <T>(pool: Pool, work: () => Promise<T>): Promise<T> =>
  whileLocked(pool, 'platform.jobs', work);
