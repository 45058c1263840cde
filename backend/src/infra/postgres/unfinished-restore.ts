import type { Pool } from 'pg';
import { StartError } from '../../lib/keep-trying';

const SCHEMA = 'storyreel_restore';

/** Marks the database before a restore changes any store; servers refuse to start on a marked one. */
export async function markRestore(pool: Pool, backup: string): Promise<void> {
  await pool.query(`create schema if not exists ${SCHEMA}`);
  await pool.query(`create table if not exists ${SCHEMA}.unfinished (backup text not null)`);
  await pool.query(`truncate ${SCHEMA}.unfinished`);
  await pool.query(`insert into ${SCHEMA}.unfinished values ($1)`, [backup]);
}

/** Runs in the transaction that finishes the restore. */
export const UNMARK_RESTORE = `drop schema if exists ${SCHEMA} cascade`;

/** @throws StartError when a restore was started and not finished: the stores are a mix of old and restored data */
export async function refuseUnfinishedRestore(pool: Pool): Promise<void> {
  const found = await pool.query<{ there: boolean }>(`select to_regclass('${SCHEMA}.unfinished') is not null as there`);
  if (!found.rows[0]?.there) return;
  const { rows } = await pool.query<{ backup: string }>(`select backup from ${SCHEMA}.unfinished`);
  const folder = rows[0]?.backup ?? 'of a backup';
  throw new StartError(`A restore of ${folder} was not finished. Run it again before the server is started.`);
}
