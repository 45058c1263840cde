import type { Pool, PoolClient } from 'pg';

/** Commits what `work` did, or rolls all of it back and throws what it threw. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener, a server that dies now would take this process with it; the running query fails anyway.
  const lost = (error: Error): void => {
    broken = error;
  };
  client.on('error', lost);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.off('error', lost);
    // A connection that cannot even roll back is closed instead of going back to the pool.
    client.release(broken);
  }
}
