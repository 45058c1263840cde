import type { Pool, PoolClient } from 'pg';
import { isReadOnlyServer, isUnanswered } from './pg-errors';

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
    // A rollback would wait as long again, and one that took no write takes none the next time.
    if (isUnanswered(error) || isReadOnlyServer(error)) broken = error;
    else
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    throw error;
  } finally {
    client.off('error', lost);
    // A connection that is of no more use is closed instead of going back to the pool.
    client.release(broken);
  }
}

const LOCK = 7_104_010;

/** Runs `create … if not exists` statements of a module's own tables. Safe to repeat, and by several nodes at once. */
export async function ensureTables(pool: Pool, statements: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(`create schema if not exists platform; ${statements}`);
  });
}
