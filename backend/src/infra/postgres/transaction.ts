import type { Pool, PoolClient } from 'pg';
import { isReadOnlyServer, isUnanswered } from './pg-errors';

/** Commits the changes of `work`, or rolls all of them back and rethrows its error. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that the server closed must not return to the pool.
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
    // Close the connection instead: a rollback would wait as long again, and a read-only server refuses the next write
    // too.
    if (isUnanswered(error) || isReadOnlyServer(error)) broken = error;
    else
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    throw error;
  } finally {
    client.off('error', lost);
    // Passing an error closes the connection instead of returning it to the pool.
    client.release(broken);
  }
}

const LOCK = 7_104_010;

/** Runs `create … if not exists` statements of a module's own tables. Safe to repeat, and on several nodes at once. */
export async function ensureTables(pool: Pool, statements: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(`create schema if not exists platform; ${statements}`);
  });
}
