import type { Pool } from 'pg';
import { isRefusedData } from '../../infra/postgres/pg-errors';
import { LeadershipLost, type LeaderTerm } from '../../infra/postgres/leader-term';
import type { RecordedEvent } from '../domain/domain-event';
import type { Position } from '../event-store/event-store';
import { estimateMemory } from '../../lib/memory-size';
import { foldBatch, KeyBudget, noTouches, splitBatch, touchesAfter } from './fold-batch';
import type { Touches } from './fold-batch';
import { loadRows, RowCache } from './row-cache';
import type { LoadedRows } from './row-cache';
import { mustNotSkip, NO_KEY, PoisonEvent } from './poison-event';
import { unwritableRows, writeStatement } from './write-statement';
import type { TableChange, WriteAnswer } from './write-statement';
import { ensureCheckpoints, lowestOf, readCheckpoints, storeStop, type ViewCheckpoint } from './view-checkpoints';
import type { AnyView } from './view';
import type { ViewTable } from './view-table';

const CACHED_BYTES = 8 * 1024 * 1024;
/** Another writer may come between again and again; after so many times in a row something is wrong. */
const MAX_ATTEMPTS = 20;

const NOTHING: LoadedRows = { rows: new Map(), refused: new Map() };

export interface ViewWriterOptions {
  /** A view cannot take an event, and has parked its row or, if it must not skip any, stopped. */
  onPoison(poison: PoisonEvent): void;
  /** Rows of each view that are kept in memory, in bytes. */
  cachedBytes?: number;
  /** Its writes prove that this node still leads. A table that is built beside the live one has no other writer. */
  tenure?: LeaderTerm;
}

interface Writing {
  table: ViewTable;
  view: AnyView;
  cache: RowCache;
  budget: KeyBudget;
  checkpoint: ViewCheckpoint;
  parkedKeys: Set<string>;
  /** Rows that the database refused in the batch that is being written, with its reasons. */
  refused: Map<string, unknown>;
  /** It met an event that it cannot take and must not skip; it stays where it is until somebody leads anew. */
  stoppedBy: PoisonEvent | null;
}

interface Change extends TableChange {
  rows: ReadonlyMap<string, object | null>;
  poison: readonly PoisonEvent[];
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
      view: table.view,
      cache: new RowCache(options.cachedBytes ?? CACHED_BYTES),
      budget: new KeyBudget(),
      checkpoint: { position: null, generation: 0, stopped: false },
      parkedKeys: new Set<string>(),
      refused: new Map<string, unknown>(),
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

  /** Of the events that concern a view which has not stopped. */
  get types(): string[] {
    return [...new Set(this.running().flatMap(({ view }) => view.types))];
  }

  /**
   * Every view takes the events that come after its own checkpoint and stands at `to` afterwards, or further; but one
   * that must not skip an event which it cannot take stops where it is.
   * @throws LeadershipLost when another node leads
   */
  async write(events: readonly RecordedEvent[], to: Position): Promise<void> {
    for (const part of splitBatch(events, to, this.running())) await this.writePart(part.touches, part.to);
  }

  private async writePart(touches: ReadonlyMap<Writing, Touches>, to: Position): Promise<void> {
    for (const { refused } of this.writings) refused.clear();
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const changes = new Map<Writing, Change>();
      for (const writing of this.running()) {
        const { position } = writing.checkpoint;
        const own = touchesAfter(touches.get(writing) ?? noTouches(), position);
        const change = position === null || position < to ? await this.change(writing, own, to) : null;
        if (change) changes.set(writing, change);
      }
      if (changes.size === 0 || (await this.tryToWrite(changes))) return;
    }
    throw new Error('The views could not be written: somebody else came between every time.');
  }

  /** False when the changes have to be made anew, with what is known now. */
  private async tryToWrite(changes: ReadonlyMap<Writing, Change>): Promise<boolean> {
    const { tenure } = this.options;
    let answer: WriteAnswer | undefined;
    try {
      const { rows } = await this.pool.query<WriteAnswer>(writeStatement([...changes.values()], tenure));
      [answer] = rows;
    } catch (error) {
      if (!isRefusedData(error) || !(await this.learnRefused(changes))) throw error;
      return false;
    }
    if (tenure && answer?.fenced) {
      tenure.end();
      throw new LeadershipLost(tenure);
    }
    if (answer?.held) for (const [writing, change] of changes) this.settle(writing, change);
    else await this.synchronise();
    return answer?.held === true;
  }

  /** Finds out which rows the database refuses. False when it takes each of them. */
  private async learnRefused(changes: ReadonlyMap<Writing, Change>): Promise<boolean> {
    let found = false;
    for (const [{ refused }, change] of changes) {
      for (const [key, reason] of await unwritableRows(this.pool, change)) {
        refused.set(key, reason);
        found = true;
      }
    }
    return found;
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
      'select distinct view, version, key from platform.parked_events where key <> $1',
      [NO_KEY],
    );
    for (const writing of this.writings) {
      const { view, table } = writing;
      writing.checkpoint = checkpoints.get(table.name) ?? writing.checkpoint;
      writing.cache.reset({ empty: await table.isEmpty(this.pool) });
      const own = parked.rows.filter((row) => row.view === view.name && row.version === view.version);
      // A view that stops at poison parks nothing.
      writing.parkedKeys = new Set(view.stopOnPoison ? [] : own.map(({ key }) => key));
    }
  }

  /** Null when the view stops. */
  private async change(writing: Writing, touches: Touches, to: Position): Promise<Change | null> {
    const { table, view, checkpoint, cache, budget, parkedKeys, refused } = writing;
    const loaded = view.ignoresRow ? NOTHING : await loadRows(this.pool, table, cache, touches.byKey.keys());
    for (const [key, reason] of loaded.refused) refused.set(key, reason);
    const folded = foldBatch(view, loaded.rows, touches, parkedKeys, refused);
    const upserts = new Map<string, unknown[]>();
    for (const [key, row] of folded.rows) {
      if (row === null) continue;
      budget.saw(estimateMemory(row));
      try {
        upserts.set(key, table.encode(row));
      } catch (error) {
        // Not even JSON: the fold is repeated without it.
        refused.set(key, error);
        return this.change(writing, touches, to);
      }
    }
    const poison = folded.poison.find((each) => mustNotSkip(view, each));
    if (!poison) return { table, from: checkpoint, to, upserts, ...folded };
    await storeStop(this.pool, table, poison, this.options.tenure);
    writing.stoppedBy = poison;
    this.options.onPoison(poison);
    return null;
  }

  /** The change is in the table. */
  private settle(writing: Writing, { rows, poison, to }: Change): void {
    writing.checkpoint = { ...writing.checkpoint, position: to, stopped: false };
    if (!writing.view.ignoresRow) for (const [key, row] of rows) writing.cache.set(key, row);
    for (const one of poison) {
      if (one.key !== NO_KEY) writing.parkedKeys.add(one.key);
      this.options.onPoison(one);
    }
  }
}
