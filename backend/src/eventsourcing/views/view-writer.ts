import type { Pool } from 'pg';
import { isRefusedData } from '../../infra/postgres/pg-errors';
import { LeadershipLost, type LeaderTerm } from '../../infra/postgres/leader-term';
import type { RecordedEvent } from '../domain/domain-event';
import type { Position } from '../event-store/event-store';
import { estimateMemory } from '../../lib/memory-size';
import { foldBatch, KeyBudget, noTouchedKeys, splitBatch, touchedAfter } from './fold-batch';
import type { TouchedKeys } from './fold-batch';
import { loadRows, RowCache } from './row-cache';
import type { LoadedRows } from './row-cache';
import { mustNotSkip, NO_KEY, PoisonEvent } from './poison-event';
import { unwritableRows, writeStatement } from './write-statement';
import type { TableChange, WriteAnswer } from './write-statement';
import { ensureCheckpoints, lowestOf, readCheckpoints, storeStop, type ViewCheckpoint } from './view-checkpoints';
import type { AnyView } from './view';
import type { ViewTable } from './view-table';

const CACHED_BYTES = 8 * 1024 * 1024;
/** Maximum attempts of a write. Other writers may interfere repeatedly, but this many times in a row means a fault. */
const MAX_ATTEMPTS = 20;

const NOTHING: LoadedRows = { rows: new Map(), refused: new Map() };

export interface ViewWriterOptions {
  /** Called when a view has parked the row of a poison event or, if the view must not skip events, has stopped. */
  onPoison(poison: PoisonEvent): void;
  /** Size of each view's row cache, in bytes. */
  cachedBytes?: number;
  /**
   * The term in which writes prove that this node still leads. Absent for a table that is built beside the live one,
   * since it has no other writer.
   */
  leaderTerm?: LeaderTerm;
}

interface Writing {
  table: ViewTable;
  view: AnyView;
  cache: RowCache;
  budget: KeyBudget;
  checkpoint: ViewCheckpoint;
  parkedKeys: Set<string>;
  /** Rows of the current batch that the database rejected, with the reasons. */
  refused: Map<string, unknown>;
  /** The poison event at which the view has stopped until the next leader term. */
  stoppedBy: PoisonEvent | null;
}

interface Change extends TableChange {
  rows: ReadonlyMap<string, object | null>;
  poison: readonly PoisonEvent[];
}

/** Folds batches of events into a group of views, and writes rows and checkpoints together. */
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

  /** The position that all running views have reached; null when one of them is at the start or all have stopped. */
  get position(): Position | null {
    return lowestOf(this.running().map(({ checkpoint }) => checkpoint));
  }

  /** The poison events at which views have stopped. */
  get stoppedBy(): PoisonEvent[] {
    return this.writings.flatMap(({ stoppedBy }) => stoppedBy ?? []);
  }

  /** Reads the views' checkpoints and cached state; must run before the first batch. */
  async open(): Promise<void> {
    const tables = this.writings.map(({ table }) => table);
    await ensureCheckpoints(this.pool, tables);
    await this.synchronise();
  }

  /** The event types of all running views. */
  get types(): string[] {
    return [...new Set(this.running().flatMap(({ view }) => view.types))];
  }

  /**
   * Folds the events after its own checkpoint into each view, and advances each view at least to `to`. A view that must
   * not skip a poison event stops there.
   * @throws LeadershipLost when another node leads
   */
  async write(events: readonly RecordedEvent[], to: Position): Promise<void> {
    for (const part of splitBatch(events, to, this.running())) await this.writePart(part.touches, part.to);
  }

  private async writePart(touches: ReadonlyMap<Writing, TouchedKeys>, to: Position): Promise<void> {
    for (const { refused } of this.writings) refused.clear();
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const changes = new Map<Writing, Change>();
      for (const writing of this.running()) {
        const { position } = writing.checkpoint;
        const own = touchedAfter(touches.get(writing) ?? noTouchedKeys(), position);
        const change = position === null || position < to ? await this.change(writing, own, to) : null;
        if (change) changes.set(writing, change);
      }
      if (changes.size === 0 || (await this.tryToWrite(changes))) return;
    }
    throw new Error('The views could not be written: another writer interfered every time.');
  }

  /** Returns false when the changes have to be computed again from the updated state. */
  private async tryToWrite(changes: ReadonlyMap<Writing, Change>): Promise<boolean> {
    const { leaderTerm } = this.options;
    let answer: WriteAnswer | undefined;
    try {
      const { rows } = await this.pool.query<WriteAnswer>(writeStatement([...changes.values()], leaderTerm));
      [answer] = rows;
    } catch (error) {
      if (!isRefusedData(error) || !(await this.learnRefused(changes))) throw error;
      return false;
    }
    if (leaderTerm && answer?.fenced) {
      leaderTerm.end();
      throw new LeadershipLost(leaderTerm);
    }
    if (answer?.held) for (const [writing, change] of changes) this.settle(writing, change);
    else await this.synchronise();
    return answer?.held === true;
  }

  /** Finds the rows that the database rejects; returns false when there are none. */
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

  /** Clears the cached state of the tables, and reads it again. */
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
      // A view that stops at poison events never parks any.
      writing.parkedKeys = new Set(view.stopOnPoison ? [] : own.map(({ key }) => key));
    }
  }

  /** Computes a view's change. Returns null when the view stops. */
  private async change(writing: Writing, touches: TouchedKeys, to: Position): Promise<Change | null> {
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
        // The row is not JSON, so the events are folded again without it.
        refused.set(key, error);
        return this.change(writing, touches, to);
      }
    }
    const poison = folded.poison.find((each) => mustNotSkip(view, each));
    if (!poison) return { table, from: checkpoint, to, upserts, ...folded };
    await storeStop(this.pool, table, poison, this.options.leaderTerm);
    writing.stoppedBy = poison;
    this.options.onPoison(poison);
    return null;
  }

  /** Updates the cached state after a successful write. */
  private settle(writing: Writing, { rows, poison, to }: Change): void {
    writing.checkpoint = { ...writing.checkpoint, position: to, stopped: false };
    if (!writing.view.ignoresRow) for (const [key, row] of rows) writing.cache.set(key, row);
    for (const one of poison) {
      if (one.key !== NO_KEY) writing.parkedKeys.add(one.key);
      this.options.onPoison(one);
    }
  }
}
