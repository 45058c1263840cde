import type { Pool } from 'pg';
import { isRefusedData } from '../database/refused-data';
import type { RowCache } from './row-cache';
import type { ViewTable } from './view-table';

export interface LoadedRows {
  rows: Map<string, object>;
  /** Keys that the database does not take, with its reasons. */
  refused: Map<string, unknown>;
}

/** The rows of these keys, from memory where it has them. More may be asked for than it keeps. */
export async function loadRows(
  pool: Pool,
  table: ViewTable,
  cache: RowCache,
  keys: Iterable<string>,
): Promise<LoadedRows> {
  const rows = new Map<string, object>();
  const unknown: string[] = [];
  for (const key of keys) {
    const row = cache.get(key);
    if (row === undefined) unknown.push(key);
    else if (row !== null) rows.set(key, row);
  }
  const refused = new Map<string, unknown>();
  const loaded = await table.load(pool, unknown).catch(async (error: unknown) => {
    if (!isRefusedData(error)) throw error;
    return oneByOne(pool, table, unknown, refused);
  });
  for (const key of unknown) {
    if (refused.has(key)) continue;
    const row = loaded.get(key) ?? null;
    cache.set(key, row);
    if (row) rows.set(key, row);
  }
  return { rows, refused };
}

async function oneByOne(
  pool: Pool,
  table: ViewTable,
  keys: readonly string[],
  refused: Map<string, unknown>,
): Promise<Map<string, object>> {
  const rows = new Map<string, object>();
  for (const key of keys) {
    try {
      for (const [found, row] of await table.load(pool, [key])) rows.set(found, row);
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      refused.set(key, error);
    }
  }
  return rows;
}
