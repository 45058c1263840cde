import type { Pool } from 'pg';

/** Runs `work` while no job is started, however slow it is: queued jobs stay queued. */
export async function withJobsOnHold<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin; lock table platform.jobs in exclusive mode');
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}
