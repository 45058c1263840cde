import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from 'pg';
import { toRecorded } from '../../eventsourcing/domain/domain-event';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import type { EventStore, Position } from '../../eventsourcing/event-store/event-store';
import type { AnyView } from '../../eventsourcing/views/view';
import { ViewTable } from '../../eventsourcing/views/view-table';
import { NOTHING } from './ledger-heads';
import type { Fault } from './ledger-heads';
import { LaterEvents, RequestedRows } from './later-events';
import type { Expected } from './later-events';
import type { OwnerShard } from './owner-shard';
import { RowComparison } from './row-comparison';
import {
  countsOf,
  faultOf,
  keysOf,
  MADE_BY_NONE,
  OversizedRow,
  ownersAfter,
  PAGE,
  pagesOf,
  rowsOf,
} from './table-rows';
import type { Findings } from './verification';

type Row = object & { userId: string; position: Position };

/** A ledger view. Its rows record their position, and belong either to one owner or to everybody. */
export interface LedgerView {
  view: AnyView;
  /** True if each row belongs to one event and never changes once it exists. */
  ofOneEvent: boolean;
  /** Present if each row combines all owners. */
  ofEverybody?: true;
}

/** Folds a view from the events and compares the result with the table. */
export class RowProof {
  private readonly table: ViewTable;
  private readonly rows: RowComparison;
  private expected = new Map<string, Expected<Row>>();
  /** Number of expected rows found in the table, by owner; for views with one row per event. */
  private counts = new Map<string, number>();
  /**
   * Rows that the table has at a position after `until` although their event is not later; the owner by row key. They
   * are already reported.
   */
  private moved = new Map<string, string>();
  private comparing: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    private readonly ledgerView: LedgerView,
    /** Position of the table. For rows after this position, the owner's events are read again. */
    private readonly until: Position,
    private readonly findings: Findings,
  ) {
    this.table = new ViewTable(ledgerView.view);
    this.rows = new RowComparison(this.table);
  }

  get size(): number {
    return this.expected.size + this.moved.size;
  }

  /** @returns a promise to await while the previous page of rows is still being looked up, else null */
  add(event: RecordedEvent, ownerId: string): Promise<void> | null {
    const { view, ofOneEvent } = this.ledgerView;
    if (event.position > this.until || !view.types.includes(event.type)) return null;
    try {
      this.fold(event, ownerId);
    } catch {
      this.reportUnfoldable(event, ownerId);
    }
    return ofOneEvent && this.expected.size >= PAGE ? this.flush() : null;
  }

  private fold(event: RecordedEvent, ownerId: string): void {
    const { view, ofOneEvent } = this.ledgerView;
    for (const key of view.keys(event)) {
      const before = view.ignoresRow ? null : (this.expected.get(key)?.row ?? null);
      const row = view.evolve(before, event, key) as Row | null;
      if (!row) {
        this.expected.delete(key);
        continue;
      }
      if (ofOneEvent) this.counts.set(ownerId, (this.counts.get(ownerId) ?? 0) + 1);
      this.expected.set(key, { row, ownerId, revision: Number(event.revision) });
    }
  }

  /** Discards everything outside the shard. */
  keep(shard: OwnerShard): void {
    for (const [key, { ownerId }] of this.expected) if (!shard.has(ownerId)) this.expected.delete(key);
    for (const ownerId of this.counts.keys()) if (!shard.has(ownerId)) this.counts.delete(ownerId);
    for (const [key, ownerId] of this.moved) if (!shard.has(ownerId)) this.moved.delete(key);
  }

  /** Compares the remaining rows; call it after all events. */
  async finish(events: EventStore, shard: OwnerShard): Promise<void> {
    const { view, ofOneEvent } = this.ledgerView;
    const later = new LaterEvents<Row>(events, view, this.until, (...told) => this.reportUnfoldable(...told));
    if (!ofOneEvent) return this.compareAll(later, shard);
    await this.flush();
    await this.comparing;
    await this.compareCounts(shard);
    await this.compareUncounted(later, shard);
  }

  /** Looks up a page of rows while further events are read. */
  private async flush(): Promise<void> {
    await this.comparing;
    const page = this.expected;
    this.expected = new Map();
    this.comparing = this.comparePage(page);
    // The error reaches the next caller that awaits this promise.
    this.comparing.catch(() => undefined);
    // Yields one turn so that the driver sends the query now; otherwise the query would wait until the log's next page
    // has been read.
    await nextTurn();
  }

  private async comparePage(page: Map<string, Expected<Row>>): Promise<void> {
    const keys = await this.differing(page);
    const missing = new Set(keys);
    for await (const rows of rowsOf<Row>(this.pool, this.table, keys)) {
      for (const [key, row] of rows) {
        const wanted = page.get(key) as Expected<Row>;
        missing.delete(key);
        this.compare(key, row, wanted);
        if (!this.isLater(row)) continue;
        this.moved.set(key, wanted.ownerId);
        this.uncount(wanted.ownerId);
      }
    }
    for (const key of missing) {
      const wanted = page.get(key) as Expected<Row>;
      this.compare(key, undefined, wanted);
      this.uncount(wanted.ownerId);
    }
  }

  /** Returns the keys of expected rows that are missing from the table or differ there. */
  private differing(page: ReadonlyMap<string, Expected<Row>>): Promise<string[]> {
    if (page.size === 0) return Promise.resolve([]);
    return this.rows.differing(this.pool, new Map(Array.from(page, ([key, { row }]) => [key, row])));
  }

  /** Excludes a row from its owner's count, because it is already reported for another reason. */
  private uncount(ownerId: string): void {
    this.counts.set(ownerId, (this.counts.get(ownerId) ?? 0) - 1);
  }

  private compare(
    key: string,
    row: Row | OversizedRow | undefined,
    { row: wanted, ownerId, revision }: Expected<Row>,
  ): void {
    const fault = faultOf(this.ledgerView.view, row, wanted);
    if (fault !== null) this.reportFault(key, ownerId, fault, revision);
  }

  private reportFault(key: string, ownerId: string, fault: Fault, revision: number | null = null): void {
    this.findings.add({ what: 'row', ownerId, revision, row: `${this.table.name} ${key}`, ...fault });
  }

  private reportUnfoldable({ revision }: RecordedEvent, ownerId: string): void {
    this.reportFault('', ownerId, { ...NOTHING, reason: 'cannot be made of the event' }, Number(revision));
  }

  /** Finds rows that no event created, and rows that disappeared after they were found. */
  private async compareCounts(shard: OwnerShard): Promise<void> {
    for await (const { ownerId, count } of countsOf(this.pool, this.table, this.until)) {
      if (shard.has(ownerId)) this.compareCount(ownerId, count);
    }
    for (const ownerId of this.counts.keys()) if (shard.has(ownerId)) this.compareCount(ownerId, 0);
  }

  private compareCount(ownerId: string, count: number): void {
    const made = this.counts.get(ownerId) ?? 0;
    this.counts.delete(ownerId);
    if (count === made) return;
    const reason = `has ${count} rows, by the events ${made}`;
    const [expected, found] = [`${made} rows`, `${count} rows`];
    this.findings.add({ what: 'row', ownerId, row: this.table.name, reason, expected, found });
  }

  /**
   * Checks rows after the table's position: either newer events created them, or somebody forged them with a late
   * position.
   */
  private async compareUncounted(later: LaterEvents<Row>, shard: OwnerShard): Promise<void> {
    for await (const owners of ownersAfter(this.pool, this.table, this.until)) {
      const keys = [...owners].flatMap(([key, ownerId]) => (shard.has(ownerId) && !this.moved.has(key) ? key : []));
      for await (const rows of rowsOf<Row>(this.pool, this.table, keys)) {
        const asked = new RequestedRows<Row>();
        for (const [key, found] of rows) asked.add(owners.get(key) ?? '', key, { found, before: null, upTo: null });
        await this.compareLater(later, asked);
      }
    }
  }

  /** Compares every row of the table with the expected row. */
  private async compareAll(later: LaterEvents<Row>, shard: OwnerShard): Promise<void> {
    const all = [...this.expected];
    const same = new Set<string>();
    for (let at = 0; at < all.length; at += PAGE) {
      const page = all.slice(at, at + PAGE);
      const differing = new Set(await this.differing(new Map(page)));
      for (const [key] of page) if (!differing.has(key)) same.add(key);
    }
    for (const key of same) this.expected.delete(key);
    for await (const keys of keysOf(this.pool, this.table)) {
      await this.compareRows(
        later,
        shard,
        keys.filter((key) => !same.has(key)),
      );
    }
    await this.compareMissing(later);
  }

  /** Compares differing rows column by column. Skips rows that were deleted meanwhile. */
  private async compareRows(later: LaterEvents<Row>, shard: OwnerShard, keys: string[]): Promise<void> {
    for await (const rows of rowsOf<Row>(this.pool, this.table, keys)) {
      const asked = new RequestedRows<Row>();
      for (const [key, found] of rows) {
        const before = this.expected.get(key) ?? null;
        this.expected.delete(key);
        const ownerId = before?.ownerId ?? found.userId ?? '';
        if (!shard.has(ownerId)) continue;
        if (this.isLater(found)) asked.add(ownerId, key, { found, before, upTo: found.position });
        else if (before) this.compare(key, found, before);
        else this.reportFault(key, ownerId, MADE_BY_NONE);
      }
      await this.compareLater(later, asked);
    }
  }

  private isLater(row: Row | OversizedRow): row is Row {
    return !(row instanceof OversizedRow) && row.position > this.until;
  }

  /** Compares rows whose positions are not read yet, by folding the later events up to each row's position. */
  private async compareLater(later: LaterEvents<Row>, asked: RequestedRows<Row>): Promise<void> {
    for (const [ownerId, rows] of asked) {
      const made = await later.fold(ownerId, rows);
      for (const [key, { found }] of rows) {
        const wanted = made.get(key);
        if (wanted) this.compare(key, found, wanted);
        else this.reportFault(key, ownerId, MADE_BY_NONE);
      }
    }
  }

  /** Reports expected rows that the table lacks, unless a later event has removed them. */
  private async compareMissing(later: LaterEvents<Row>): Promise<void> {
    const asked = new RequestedRows<Row>();
    for (const [key, before] of this.expected) asked.add(before.ownerId, key, { before, upTo: null });
    for (const [ownerId, rows] of asked) {
      const made = await later.fold(ownerId, rows);
      for (const [key, { before }] of rows) if (before && made.has(key)) this.compare(key, undefined, before);
    }
  }
}

type SharedRow = object & { lastPosition: Position };

/**
 * Folds a view whose rows combine all owners, such as hours, and compares the result with the table. Such rows are few,
 * so all of them are kept in memory and one pass over the log is enough.
 */
export class SharedRowProof {
  private readonly table: ViewTable;
  private readonly expected = new Map<string, SharedRow>();

  constructor(
    private readonly pool: Pool,
    private readonly view: AnyView,
    /** Position of the table: it does not contain later events. */
    private readonly until: Position,
    private readonly findings: Findings,
  ) {
    this.table = new ViewTable(view);
  }

  add(event: RecordedEvent): void {
    if (event.position <= this.until) this.fold(event, () => true);
  }

  /** Compares the rows; call it after all events. */
  async finish(events: EventStore, walletPrefix: string): Promise<void> {
    const later = new Map<string, SharedRow>();
    const missing = new Set(this.expected.keys());
    for await (const page of pagesOf<SharedRow>(this.pool, this.table)) {
      for (const [key, row] of page) {
        missing.delete(key);
        if (row instanceof OversizedRow || row.lastPosition <= this.until) this.compare(key, row);
        else later.set(key, row);
      }
    }
    for (const key of missing) this.compare(key, undefined);
    await this.foldOn(events, walletPrefix, later);
    for (const [key, row] of later) this.compare(key, row);
  }

  /** Folds expected rows up to the position that the table's rows have reached meanwhile. */
  private async foldOn(events: EventStore, walletPrefix: string, later: ReadonlyMap<string, SharedRow>): Promise<void> {
    if (later.size === 0) return;
    const newest = [...later.values()].reduce((far, { lastPosition }) => (lastPosition > far ? lastPosition : far), '');
    for await (const stored of events.readAll({ from: this.until, filter: { streamPrefixes: [walletPrefix] } })) {
      if (stored.position > newest) return;
      this.fold(toRecorded(stored), (key) => stored.position <= (later.get(key)?.lastPosition ?? ''));
    }
  }

  private fold(event: RecordedEvent, isWanted: (key: string) => boolean): void {
    if (!this.view.types.includes(event.type)) return;
    try {
      for (const key of this.view.keys(event).filter(isWanted)) {
        const row = this.view.evolve(this.expected.get(key) ?? null, event, key) as SharedRow | null;
        if (row) this.expected.set(key, row);
      }
    } catch {
      this.report('', { ...NOTHING, reason: `cannot be made of the event at ${event.position}` });
    }
  }

  private compare(key: string, row: SharedRow | OversizedRow | undefined): void {
    const wanted = this.expected.get(key);
    const fault = wanted ? faultOf(this.view, row, wanted) : MADE_BY_NONE;
    if (fault !== null) this.report(key, fault);
  }

  private report(key: string, fault: Fault): void {
    this.findings.add({ what: 'row', row: `${this.table.name} ${key}`, ...fault });
  }
}
