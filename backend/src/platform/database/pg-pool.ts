import { Pool, type PoolConfig } from 'pg';

export const PG_POOL = Symbol('PgPool');

/** What one piece of work may cost the others. Set them anew, with `set local`, for work that takes longer. */
const LIMITS = {
  /**
   * For a connection, be it that the server does not answer or that all of the pool's are taken. Longer than what
   * statements wait for locks, so that a pool whose connections all wait for one does not refuse the rest first.
   */
  connectionTimeoutMillis: 40_000,
  /** A node that hangs in the middle of a transaction loses it, and with it the rows that it had locked. */
  idle_in_transaction_session_timeout: 5_000,
  lock_timeout: 30_000,
  statement_timeout: 60_000,
};

/** How all of the server's pools connect, TypeORM's own among them. */
export const poolOptions = (connectionString: string, max: number) =>
  ({
    connectionString,
    max,
    application_name: 'storyreel',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...LIMITS,
  }) satisfies PoolConfig;

/** A dropped idle connection is reported, never thrown into the process. */
export function createPool(connectionString: string, onError: (error: Error) => void, { max = 24 } = {}): Pool {
  const pool = new Pool(poolOptions(connectionString, max));
  pool.on('error', onError);
  return pool;
}
