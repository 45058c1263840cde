import type { Pool } from 'pg';
import { TABLES } from './tables';

/**
 * Returns the e-mail addresses of the accounts with these ids that are in the log; none until a server has built the
 * view.
 * @param ids any texts, since forged events can contain anything
 */
export async function accountEmails(pool: Pool, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows: built } = await pool.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [
    TABLES.emails,
  ]);
  if (!built[0]?.isThere) return new Map();
  const { rows } = await pool.query<{ id: string; email: string }>(
    `select user_id::text as id, email from ${TABLES.emails} where user_id::text = any($1)`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}
