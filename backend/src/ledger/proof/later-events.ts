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

/** A row as the events make it. */
export interface Expected<Row extends object> {
  row: Row;
  ownerId: string;
  /** Of the newest event that is in it. */
  revision: number;
}

/** A row of which is asked what later events make. */
export interface RequestedRow<Row extends object> {
  /** As the table has it, if it was found. */
  found?: Row | OversizedRow;
  /** As the earlier events have left it; null where they made none. */
  before: Expected<Row> | null;
  /** How far it has come; null for as far as the log goes. */
  upTo: Position | null;
}

/** By owner and key, so that what is later is read once for all rows of an owner. */
export class RequestedRows<Row extends object> extends Map<string, Map<string, RequestedRow<Row>>> {
  add(ownerId: string, key: string, asked: RequestedRow<Row>): void {
    const rows = this.get(ownerId);
    if (rows) rows.set(key, asked);
    else this.set(ownerId, new Map([[key, asked]]));
  }
}

/** What a view makes of the events that came after a position: the log goes on while it is verified. */
export class LaterEvents<Row extends object> {
  constructor(
    private readonly events: EventStore,
    private readonly view: AnyView,
    private readonly after: Position,
    /** Told of each that the view cannot take. */
    private readonly onUnfoldable: (event: RecordedEvent, ownerId: string) => void,
  ) {}

  /** Rows of one owner, all by one reading of what is later. One that there is not in the end is left out. */
  async fold(ownerId: string, asked: ReadonlyMap<string, RequestedRow<Row>>): Promise<Map<string, Expected<Row>>> {
    const made = new Map<string, Expected<Row>>();
    for (const [key, { before }] of asked) if (before) made.set(key, before);
    for await (const stored of this.later(streamOf(category, ownerId))) {
      // Others write to a shared log too, and what they wrote no view has folded.
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

  /** In their order. From the end back to where they begin first, since a long stream has few that are later. */
  private async *later(streamId: string): AsyncGenerator<StoredEvent> {
    let from: bigint | null = null;
    try {
      for await (const { position, revision } of this.events.readStream(streamId, { direction: 'backwards' })) {
        if (position <= this.after) break;
        from = revision;
      }
      if (from !== null) yield* this.events.readStream(streamId, { from });
    } catch (error) {
      // Whoever forges a row can make it anybody's.
      if (!(error instanceof StreamNotFound)) throw error;
    }
  }
}
