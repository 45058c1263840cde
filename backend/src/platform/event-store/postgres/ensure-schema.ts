import type { Pool } from 'pg';
import { schemaSql } from './schema';
import { toStoreError } from './store-error';

/** Creates what is missing of the store's tables and functions, in the SQL schema `event_store`. */
export async function ensureEventStoreSchema(pool: Pool): Promise<void> {
  try {
    await pool.query(schemaSql);
  } catch (error) {
    throw toStoreError(error);
  }
}
