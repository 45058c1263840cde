import type { Pool } from 'pg';
import type { RecordedEvent } from '../domain/domain-event';
import type { Position } from '../event-store/event-store';
import { foldBatch, PoisonEvent, touchedKeys } from './fold-batch';
import { RowCache } from './row-cache';
import { ensureCheckpoints, lowestOf, readCheckpoints, type ViewCheckpoint } from './view-checkpoints';
import type { ViewTable } from './view-table';
import { type ParkedEvent, type TableChange, writeStatement } from './write-statement';

const CACHED_ROWS = 5_000;
/** Another writer may come between again and again; after so many times in a row something is wrong. */
const MAX_ATTEMPTS = 20;

export interface ViewWriterOptions {
  onPoison(poison: PoisonEvent): void;
  /** Of each view, kept in memory. */
  cachedRows?: number;
}

interface Writing {
  table: ViewTable;
  cache: RowCache;
  checkpoint: ViewCheckpoint;
  parkedKeys: Set<string>;
  /** It met an event that it cannot fold and must not skip; it stays where it is until the next start. */
  stoppedBy: PoisonEvent | null;
}

/** Folds batches of events into a group of views and writes rows and checkpoints together. */
export class ViewWriter {
  private readonly writings: Writing[];

  constructor(
    private readonly pool: Pool,
    tables: readonly ViewTable[],
    private readonly options: ViewWriterOptions,
  ) {
    this.writings = tables.map((table) => ({
      table,
      cache: new RowCache(options.cachedRows ?? CACHED_ROWS),
      checkpoint: { position: null, generation: 0 },
      parkedKeys: new Set<string>(),
      stoppedBy: null,
    }));
  }

  /** The place that all views but stopped ones have reached; null when one is at the start, or all have stopped. */
  get position(): Position | null {
    return lowestOf(this.running().map(({ checkpoint }) => checkpoint));
  }

  /** What stopped those views that must not skip an event. */
  get stoppedBy(): PoisonEvent[] {
    return this.writings.flatMap(({ stoppedBy }) => stoppedBy ?? []);
  }

  /** Must run before the first batch. */
  async open(): Promise<void> {
    const tables = this.writings.map(({ table }) => table);
    await ensureCheckpoints(this.pool, tables);
    await this.synchronise();
  }

  /**
   * Every view takes the events that come after its own checkpoint and stands at `to` afterwards, or further; but one
   * that must not skip an event which it cannot fold stops where it is.
   */
  async write(events: readonly RecordedEvent[], to: Position): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const changes = new Map<Writing, TableChange>();
      for (const writing of this.running()) {
        const { position } = writing.checkpoint;
        const change = position === null || position < to ? await this.change(writing, events, to) : null;
        if (change) changes.set(writing, change);
      }
      if (changes.size === 0) return;
      const { rows } = await this.pool.query<{ held: boolean }>(writeStatement([...changes.values()]));
      if (rows[0]?.held) {
        for (const [writing, change] of changes) settle(writing, change);
        return;
      }
      await this.synchronise();
    }
    throw new Error('Another writer of the views came between every time.');
  }

  private running(): Writing[] {
    return this.writings.filter(({ stoppedBy }) => stoppedBy === null);
  }

  /** Forgets what is known of the tables, and learns where they are. */
  private async synchronise(): Promise<void> {
    const checkpoints = await readCheckpoints(
      this.pool,
      this.writings.map(({ table }) => table.name),
    );
    const parked = await this.pool.query<{ view: string; version: number; key: string }>(
      'select distinct view, version, key from platform.parked_events',
    );
    for (const writing of this.writings) {
      const { view, name } = writing.table;
      writing.checkpoint = checkpoints.get(name) ?? writing.checkpoint;
      writing.cache.reset({ empty: await writing.table.isEmpty(this.pool) });
      const own = parked.rows.filter((row) => row.view === view.name && row.version === view.version);
      // A view that stops at poison parks nothing.
      writing.parkedKeys = new Set(view.stopOnPoison ? [] : own.map(({ key }) => key));
    }
  }

  /** Null when the view stops. */
  private async change(writing: Writing, events: readonly RecordedEvent[], to: Position): Promise<TableChange | null> {
    const { table, checkpoint } = writing;
    const { position } = checkpoint;
    const fresh = position === null ? events : events.filter((event) => event.position > position);
    const rows = await this.rowsOf(writing, touchedKeys(table.view, fresh));
    const folded = this.fold(writing, rows, fresh);
    return folded && { table, from: checkpoint, to, ...folded };
  }

  /** A batch may touch more rows than the cache keeps, so none is looked for there a second time. */
  private async rowsOf({ table, cache }: Writing, keys: readonly string[]): Promise<Map<string, object>> {
    const rows = new Map<string, object>();
    const unknown: string[] = [];
    for (const key of keys) {
      const row = cache.get(key);
      if (row === undefined) unknown.push(key);
      else if (row !== null) rows.set(key, row);
    }
    const loaded = await table.load(this.pool, unknown);
    for (const key of unknown) {
      const row = loaded.get(key) ?? null;
      cache.set(key, row);
      if (row) rows.set(key, row);
    }
    return rows;
  }

  private fold(
    writing: Writing,
    rows: Map<string, object>,
    events: readonly RecordedEvent[],
  ): Pick<TableChange, 'rows' | 'parked'> | null {
    const { parkedKeys } = writing;
    const { view } = writing.table;
    const poison = new Map<string, PoisonEvent>();
    for (;;) {
      const parked: ParkedEvent[] = [];
      const park = ({ position, id }: RecordedEvent, key: string) => {
        const cause = poison.get(key);
        const error = cause?.event.position === position ? cause.message : 'Another event of this row is parked.';
        parked.push({ key, position, eventId: id, error });
      };
      try {
        return { rows: foldBatch(view, rows, events, parkedKeys, park), parked };
      } catch (error) {
        if (!(error instanceof PoisonEvent)) throw error;
        this.options.onPoison(error);
        if (view.stopOnPoison) {
          writing.stoppedBy = error;
          return null;
        }
        poison.set(error.key, error);
        parkedKeys.add(error.key);
      }
    }
  }
}

/** The change is in the table. */
function settle(writing: Writing, { rows, to }: TableChange): void {
  writing.checkpoint = { ...writing.checkpoint, position: to };
  for (const [key, row] of rows) writing.cache.set(key, row);
}
