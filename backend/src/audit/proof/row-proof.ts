import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from 'pg';
import { streamOf } from '../../platform/domain/aggregate';
import { type RecordedEvent, toRecorded } from '../../platform/domain/domain-event';
import type { EventStore, Position, StoredEvent } from '../../platform/event-store/event-store';
import { type AnyView, columnName } from '../../platform/views/view';
import { ViewTable } from '../../platform/views/view-table';
import type { Findings } from './findings';
import type { OwnerShard } from './owner-shard';
import { RowText } from './row-text';
import { faultOf, OversizedRow, PAGE, rowsOf } from './table-rows';

type Row = object & { userId: string; position: Position };
interface Expected {
  row: Row;
  ownerId: string;
  revision: number;
}

/** A view of the ledger: of rows that know how far they have folded, and that belong to somebody or to everybody. */
export interface LedgerView {
  view: AnyView;
  /** Each row is one event's alone, and does not change once it is there. */
  ofOneEvent: boolean;
  /** Its rows are of all owners together. */
  ofEverybody?: true;
}

/** Folds a view from the events as they come, and compares with what its table has. */
export class RowProof {
  private readonly table: ViewTable;
  private readonly texts: RowText;
  private expected = new Map<string, Expected>();
  /** Rows that the events of an owner make and that were found; of views with a row an event. */
  private counts = new Map<string, number>();
  private comparing: Promise<void> = Promise.resolve();
  /** Whether the rows of a page are all of those between the positions of its first and its last. */
  private isWhole: boolean;
  /** Position of the newest row that was expected, and of the newest one of the page before. */
  private newest = '';
  private flushed = '';

  constructor(
    private readonly pool: Pool,
    private readonly ledgerView: LedgerView,
    /** How far the table has come: what is later is not compared. */
    private readonly until: Position,
    private readonly findings: Findings,
    shard: OwnerShard,
  ) {
    const { view } = ledgerView;
    this.table = new ViewTable(view);
    this.texts = new RowText(this.table);
    this.isWhole = shard.isAll && view.indexes?.some((index) => index.join() === 'position') === true;
  }

  get size(): number {
    return this.expected.size;
  }

  /** @returns what has to be waited for, if anything: a page of rows before this one is still being looked up */
  add(event: RecordedEvent, ownerId: string): Promise<void> | null {
    const { view, ofOneEvent } = this.ledgerView;
    if (event.position > this.until || !view.types.includes(event.type)) return null;
    try {
      this.fold(event, ownerId);
    } catch {
      this.report('', ownerId, 'cannot be made of the event', Number(event.revision));
    }
    return ofOneEvent && this.expected.size >= PAGE ? this.flush() : null;
  }

  private fold(event: RecordedEvent, ownerId: string): void {
    const { view, ofOneEvent } = this.ledgerView;
    this.newest = event.position;
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

  /** Forgets what is not of these owners. */
  keep(shard: OwnerShard): void {
    this.isWhole = false;
    for (const [key, { ownerId }] of this.expected) if (!shard.has(ownerId)) this.expected.delete(key);
    for (const ownerId of this.counts.keys()) if (!shard.has(ownerId)) this.counts.delete(ownerId);
  }

  /** Once every event was added. */
  async finish(events: EventStore, shard: OwnerShard): Promise<void> {
    if (!this.ledgerView.ofOneEvent) return this.compareAll(events, shard);
    await this.flush();
    await this.comparing;
    await this.compareCounts(shard);
  }

  /** The database looks rows up while more events are read, one page ahead. */
  private async flush(): Promise<void> {
    await this.comparing;
    const page = this.expected;
    this.expected = new Map();
    this.comparing = this.comparePage(page, this.isWhole ? { after: this.flushed, upTo: this.newest } : null);
    this.flushed = this.newest;
    // Whoever awaits it next is told.
    this.comparing.catch(() => undefined);
    // Without a turn the driver would not ask before the log's next page is waited for, and then that page comes first.
    await nextTurn();
  }

  private async comparePage(page: Map<string, Expected>, range: { after: string; upTo: string } | null): Promise<void> {
    if (page.size === 0) return;
    const keys = [...page.keys()];
    const finding = range ? this.texts.between(this.pool, range.after, range.upTo) : this.texts.find(this.pool, keys);
    const wanted = this.texts.ofAll(Array.from(page.values(), ({ row }) => row));
    const text = await finding;
    if (text !== null && text === wanted) return;
    for await (const rows of rowsOf<Row>(this.pool, this.table, keys)) {
      for (const [key, row] of rows) {
        this.compare(key, row, page.get(key) as Expected);
        page.delete(key);
      }
    }
    for (const [key, wanted] of page) this.compare(key, undefined, wanted);
  }

  private compare(key: string, row: Row | OversizedRow | undefined, { row: wanted, ownerId, revision }: Expected): void {
    const fault = faultOf(this.ledgerView.view, row, wanted);
    if (fault === null) return;
    if (row === undefined) this.counts.set(ownerId, (this.counts.get(ownerId) ?? 0) - 1);
    this.report(key, ownerId, fault, revision);
  }

  private report(key: string, ownerId: string, reason: string, revision: number | null = null): void {
    this.findings.add({ what: 'row', ownerId, revision, row: `${this.table.name} ${key}`, reason });
  }

  /** Rows that no event has made, and those that went after they were found. */
  private async compareCounts(shard: OwnerShard): Promise<void> {
    const owner = `"${columnName(this.ledgerView.view, 'userId')}"`;
    let after: string | null = null;
    for (;;) {
      const { rows }: { rows: { owner: string; count: number }[] } = await this.pool.query(
        `select ${owner}::text as owner, count(*)::int as count from ${this.table.qualified}
         where position collate "C" <= $1 and ($2::uuid is null or ${owner} > $2) group by ${owner} order by ${owner} limit ${PAGE}`,
        [this.until, after],
      );
      for (const { owner: ownerId, count } of rows) {
        if (shard.has(ownerId)) this.compareCount(ownerId, count);
      }
      after = rows.at(-1)?.owner ?? null;
      if (rows.length < PAGE) break;
    }
    for (const ownerId of this.counts.keys()) if (shard.has(ownerId)) this.compareCount(ownerId, 0);
  }

  private compareCount(ownerId: string, count: number): void {
    const made = this.counts.get(ownerId) ?? 0;
    this.counts.delete(ownerId);
    if (count === made) return;
    const reason = `has ${count} rows, by the events ${made}`;
    this.findings.add({ what: 'row', ownerId, row: this.table.name, reason });
  }

  /** Every row of the table beside the one that the events make. */
  private async compareAll(events: EventStore, shard: OwnerShard): Promise<void> {
    for await (const page of this.texts.pages(this.pool)) {
      const others: string[] = [];
      for (const [key, text] of page) {
        const wanted = this.expected.get(key);
        if (wanted && this.texts.of(wanted.row) === text) this.expected.delete(key);
        else others.push(key);
      }
      if (others.length > 0) await this.compareRows(events, shard, others);
    }
    for (const [key, wanted] of this.expected) {
      if (!(await this.isGoneSince(events, key, wanted))) this.compare(key, undefined, wanted);
    }
  }

  /** Those that are not as they are expected at first sight: column by column. One that went meanwhile is left out. */
  private async compareRows(events: EventStore, shard: OwnerShard, keys: string[]): Promise<void> {
    for await (const rows of rowsOf<Row>(this.pool, this.table, keys)) {
      for (const [key, row] of rows) {
        const wanted = this.expected.get(key);
        this.expected.delete(key);
        const ownerId = wanted?.ownerId ?? row.userId ?? '';
        if (!shard.has(ownerId)) continue;
        if (!(row instanceof OversizedRow) && row.position > this.until) await this.compareLater(events, key, row);
        else if (wanted) this.compare(key, row, wanted);
        else this.report(key, ownerId, 'was made by no event');
      }
    }
  }

  /** The row has gone on since: its owner's events are read again, as far as it has come. */
  private async compareLater(events: EventStore, key: string, row: Row): Promise<void> {
    const wanted = await this.foldAgain(events, key, row.userId, ({ position }) => position <= row.position);
    if (wanted) this.compare(key, row, wanted);
    else this.report(key, row.userId, 'was made by no event');
  }

  /** Whether an event that came later has taken the row away. */
  private async isGoneSince(events: EventStore, key: string, { ownerId }: Expected): Promise<boolean> {
    return (await this.foldAgain(events, key, ownerId, () => true)) === null;
  }

  private async foldAgain(
    events: EventStore,
    key: string,
    ownerId: string,
    isWanted: (event: StoredEvent) => boolean,
  ): Promise<Expected | null> {
    const { view } = this.ledgerView;
    let row: Row | null = null;
    let revision = 0;
    for await (const stored of events.readStream(streamOf('wallet', ownerId))) {
      if (!isWanted(stored)) break;
      const event = toRecorded(stored);
      if (!view.types.includes(event.type) || !view.keys(event).includes(key)) continue;
      row = view.evolve(row, event, key) as Row | null;
      revision = Number(event.revision);
    }
    return row && { row, ownerId, revision };
  }
}
