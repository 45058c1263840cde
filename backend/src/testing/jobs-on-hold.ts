import type { Pool } from 'pg';

/** No job is taken up while `work` runs, however slow it is: what is queued stays queued. */
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
