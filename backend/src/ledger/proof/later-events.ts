import { streamOf } from '../../eventsourcing/domain/aggregate';
import { type RecordedEvent, toRecorded } from '../../eventsourcing/domain/domain-event';
import { isOwnEvent } from '../../eventsourcing/domain/scoped-event-store';
import {
  type EventStore,
  type Position,
  type StoredEvent,
  StreamNotFound,
} from '../../eventsourcing/event-store/event-store';
import type { AnyView } from '../../eventsourcing/views/view';
import { walletAggregate } from '../../money/zaps';
import type { OversizedRow } from './table-rows';

const { category } = walletAggregate;
const OWN = new Set([category]);

/** A row as computed from the events. */
export interface Expected<Row extends object> {
  row: Row;
  ownerId: string;
  /** Revision of the newest event that was folded into the row. */
  revision: number;
}

/** A row into which later events are to be folded. */
export interface RequestedRow<Row extends object> {
  /** The row in the table, if found. */
  found?: Row | OversizedRow;
  /** The row after the earlier events; null if they created no row. */
  before: Expected<Row> | null;
  /** The log position up to which the row in the table was folded; null for the log's head. */
  upTo: Position | null;
}

/** Requested rows by owner and key, so that one read of the later events serves all rows of an owner. */
export class RequestedRows<Row extends object> extends Map<string, Map<string, RequestedRow<Row>>> {
  add(ownerId: string, key: string, asked: RequestedRow<Row>): void {
    const rows = this.get(ownerId);
    if (rows) rows.set(key, asked);
    else this.set(ownerId, new Map([[key, asked]]));
  }
}

/** Folds the events after a position into a view's rows, because the log grows while it is verified. */
export class LaterEvents<Row extends object> {
  constructor(
    private readonly events: EventStore,
    private readonly view: AnyView,
    private readonly after: Position,
    /** Called for each event that the view cannot fold. */
    private readonly onUnfoldable: (event: RecordedEvent, ownerId: string) => void,
  ) {}

  /**
   * Folds rows of one owner in a single read of the later events. Leaves out rows that no longer exist after these
   * events.
   */
  async fold(ownerId: string, asked: ReadonlyMap<string, RequestedRow<Row>>): Promise<Map<string, Expected<Row>>> {
    const made = new Map<string, Expected<Row>>();
    for (const [key, { before }] of asked) if (before) made.set(key, before);
    for await (const stored of this.later(streamOf(category, ownerId))) {
      // A shared event store also has events of other applications, which no view folds.
      if (!isOwnEvent(stored, OWN) || !this.view.types.includes(stored.type)) continue;
      const event = toRecorded(stored);
      try {
        this.take(event, ownerId, asked, made);
      } catch {
        this.onUnfoldable(event, ownerId);
      }
    }
    return made;
  }

  private take(
    event: RecordedEvent,
    ownerId: string,
    asked: ReadonlyMap<string, RequestedRow<Row>>,
    made: Map<string, Expected<Row>>,
  ): void {
    for (const key of this.view.keys(event)) {
      const wanted = asked.get(key);
      if (!wanted || (wanted.upTo !== null && event.position > wanted.upTo)) continue;
      const before = this.view.ignoresRow ? null : (made.get(key)?.row ?? null);
      const row = this.view.evolve(before, event, key) as Row | null;
      if (row) made.set(key, { row, ownerId, revision: Number(event.revision) });
      else made.delete(key);
    }
  }

  /**
   * Yields the later events in order. First reads the stream backwards to find where they begin, since only few events
   * of a long stream are later.
   */
  private async *later(streamId: string): AsyncGenerator<StoredEvent> {
    let from: bigint | null = null;
    try {
      for await (const { position, revision } of this.events.readStream(streamId, { direction: 'backwards' })) {
        if (position <= this.after) break;
        from = revision;
      }
      if (from !== null) yield* this.events.readStream(streamId, { from });
    } catch (error) {
      // A forged row can name any owner, even an owner without a stream.
      if (!(error instanceof StreamNotFound)) throw error;
    }
  }
}
