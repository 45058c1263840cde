import { Pool } from 'pg';

export const PG_POOL = Symbol('PgPool');

/** Our one pool. A dropped idle connection is reported, never thrown into the process. */
export function createPool(connectionString: string, onError: (error: Error) => void): Pool {
  const pool = new Pool({ connectionString, max: 24, application_name: 'storyreel' });
  pool.on('error', onError);
  return pool;
}
