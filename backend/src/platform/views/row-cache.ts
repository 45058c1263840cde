import { LRUCache } from 'lru-cache';
import { estimateMemory } from '../rough-size';

const ABSENT = Symbol('absent');

/**
 * Rows of one view as its table has them, so that folding the next events need not load them again. Good for as long
 * as nobody else writes the table, which the writer's checkpoints prove with every write.
 */
export class RowCache {
  private readonly rows: LRUCache<string, object>;
  private readonly absent = { [ABSENT]: true };
  /** The table was empty and no row has been forgotten since: what is not here is nowhere. */
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

  /** The row; null when there is none, undefined when the table has to be asked. */
  get(key: string): object | null | undefined {
    const row = this.rows.get(key);
    if (row === undefined) return this.complete ? null : undefined;
    return row === this.absent ? null : row;
  }

  set(key: string, row: object | null): void {
    this.rows.set(key, row ?? this.absent);
    // A row that is larger than the whole cache is not kept.
    if (!this.rows.has(key)) this.complete = false;
  }

  /** @param empty the table has no rows */
  reset({ empty }: { empty: boolean }): void {
    this.rows.clear();
    this.complete = empty;
  }
}
