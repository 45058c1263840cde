import type { Pool } from 'pg';

/** Whether a statement still waits for its lock after so many milliseconds. It takes nothing for longer than that. */
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
