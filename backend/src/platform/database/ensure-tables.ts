import type { Pool } from 'pg';
import { inTransaction } from './transaction';

const LOCK = 7_104_010;

/** Runs `create … if not exists` statements of a module's own tables. Safe to repeat, and by several nodes at once. */
export async function ensureTables(pool: Pool, statements: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(`create schema if not exists platform; ${statements}`);
  });
}
