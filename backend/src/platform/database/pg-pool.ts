import { Pool } from 'pg';

export const PG_POOL = Symbol('PgPool');

/** What one transaction may cost the others. Set them anew, with `set local`, for work that takes longer. */
const LIMITS = {
  /** A node that hangs in the middle of a transaction loses it, and with it the rows that it had locked. */
  idle_in_transaction_session_timeout: 5_000,
  lock_timeout: 30_000,
  statement_timeout: 60_000,
};

/** Our one pool. A dropped idle connection is reported, never thrown into the process. */
export function createPool(connectionString: string, onError: (error: Error) => void): Pool {
  const pool = new Pool({
    connectionString,
    max: 24,
    application_name: 'storyreel',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...LIMITS,
  });
  pool.on('error', onError);
  return pool;
}
