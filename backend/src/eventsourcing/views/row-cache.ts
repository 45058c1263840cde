import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { isRefusedData } from '../../infra/postgres/pg-errors';
import { estimateMemory } from '../../lib/memory-size';
import type { ViewTable } from './view-table';

const ABSENT = Symbol('absent');

/**
 * Caches rows of one view, so that folding the next events need not load them. Valid as long as this is the table's
 * only writer, which the checkpoints prove with every write.
 */
export class RowCache {
  private readonly rows: LRUCache<string, object>;
  private readonly absent = { [ABSENT]: true };
  /**
   * True if the table was empty at first and no row has been evicted since. A row that is missing here then does not
   * exist.
   */
  private complete = false;

  constructor(maxBytes: number) {
    this.rows = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (row, key) => key.length + estimateMemory(row),
      disposeAfter: (_row, _key, reason) => {
        if (reason === 'evict') this.complete = false;
      },
    });
  }

  /** Returns the row; null when the row does not exist, undefined when it has to be loaded. */
  get(key: string): object | null | undefined {
    const row = this.rows.get(key);
    if (row === undefined) return this.complete ? null : undefined;
    return row === this.absent ? null : row;
  }

  set(key: string, row: object | null): void {
    this.rows.set(key, row ?? this.absent);
    // A row larger than the whole cache is not cached.
    if (!this.rows.has(key)) this.complete = false;
  }

  /** @param empty true if the table has no rows */
  reset({ empty }: { empty: boolean }): void {
    this.rows.clear();
    this.complete = empty;
  }
}

export interface LoadedRows {
  rows: Map<string, object>;
  /** Keys of the rows that the database rejects, with the reasons. */
  refused: Map<string, unknown>;
}

/**
 * Returns the rows of these keys, from the cache where possible. The result may have more rows than the cache can hold.
 */
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
