import type { Pool } from 'pg';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import { toRecorded } from '../../platform/domain/domain-event';
import type { EventStore, Position } from '../../platform/event-store/event-store';
import type { AnyView } from '../../platform/views/view';
import { ViewTable } from '../../platform/views/view-table';
import type { Findings } from './findings';
import { faultOf, OversizedRow, pagesOf } from './table-rows';

type SharedRow = object & { lastPosition: Position };

/**
 * Folds a view whose rows are of all owners together, as hours are, and compares with what its table has. Such rows are
 * few, so they are all kept, and one pass over the log is enough.
 */
export class SharedRowProof {
  private readonly table: ViewTable;
  private readonly expected = new Map<string, SharedRow>();

  constructor(
    private readonly pool: Pool,
    private readonly view: AnyView,
    /** How far the table has come: what is later is not expected of it. */
    private readonly until: Position,
    private readonly findings: Findings,
  ) {
    this.table = new ViewTable(view);
  }

  add(event: RecordedEvent): void {
    if (event.position <= this.until) this.fold(event, () => true);
  }

  /** Once every event was added. */
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

  /** Rows that have gone on meanwhile: what is expected of each goes on as far. */
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
      this.report('', `cannot be made of the event at ${event.position}`);
    }
  }

  private compare(key: string, row: SharedRow | OversizedRow | undefined): void {
    const wanted = this.expected.get(key);
    const fault = wanted ? faultOf(this.view, row, wanted) : 'was made by no event';
    if (fault !== null) this.report(key, fault);
  }

  private report(key: string, reason: string): void {
    this.findings.add({ what: 'row', row: `${this.table.name} ${key}`, reason });
  }
}
