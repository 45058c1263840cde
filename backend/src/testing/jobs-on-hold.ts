import type { Pool } from 'pg';

/** Runs `work` while no job can start: queued jobs stay queued, however long `work` takes. */
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
