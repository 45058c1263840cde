import type { Pool } from 'pg';

/**
 * Returns true when a statement still waits for its lock after this many milliseconds. Rolls the statement back either
 * way.
 */
export async function isLocked(
  pool: Pool,
  waitMs: number,
  statement: string,
  values: readonly unknown[] = [],
): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local lock_timeout = ${waitMs}`);
    await client.query(statement, [...values]);
    return false;
  } catch {
    return true;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
