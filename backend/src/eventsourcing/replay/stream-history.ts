import { foldContextOf, OwnedValue } from '../domain/aggregate';
import type { Aggregate } from '../domain/aggregate';
import { type DomainEvent, type RecordedEvent, toRecorded } from '../domain/domain-event';
import { isOwnEvent } from '../domain/scoped-event-store';
import { readable } from '../domain/upcast';
import { type EventStore, type Position, StreamNotFound } from '../event-store/event-store';

type AnyAggregate = Aggregate<unknown, DomainEvent>;

/** Number of events between two kept states; states in between are folded from the kept ones. */
const KEPT_EVERY = 200;

/** A stream's state at any position. */
export class StreamHistory {
  private readonly kept: unknown[];

  private constructor(
    readonly aggregate: AnyAggregate,
    readonly events: readonly RecordedEvent[],
  ) {
    this.kept = [aggregate.initial];
  }

  /** Reads a stream's history; the history of a missing stream has no events. */
  static async read(
    log: Pick<EventStore, 'readStream'>,
    aggregate: AnyAggregate,
    streamId: string,
  ): Promise<StreamHistory> {
    const own = new Set([aggregate.category]);
    const events: RecordedEvent[] = [];
    try {
      for await (const event of log.readStream(streamId)) {
        if (isOwnEvent(event, own)) events.push(readable(toRecorded(event)));
      }
    } catch (error) {
      if (!(error instanceof StreamNotFound)) throw error;
    }
    return new StreamHistory(aggregate, events);
  }

  /** Returns the state before the event at a position of the log; with null, the state after all events. */
  before(position: Position | null): unknown {
    return this.after(position === null ? this.events.length : this.countBefore(position));
  }

  /** Returns the state including the event at a position. */
  with(position: Position): unknown {
    const count = this.countBefore(position);
    return this.after(this.events[count]?.position === position ? count + 1 : count);
  }

  /** Returns the revision of the last event before a position; -1 when there is none. */
  revisionBefore(position: Position | null): bigint {
    const count = position === null ? this.events.length : this.countBefore(position);
    return this.events[count - 1]?.revision ?? -1n;
  }

  /** Returns the state after all events up to a revision; null when the stream does not reach that far. */
  upTo(revision: bigint): { state: unknown } | null {
    const count = this.events.findLastIndex((event) => event.revision <= revision) + 1;
    if (revision > (this.events.at(-1)?.revision ?? -1n)) return null;
    return { state: this.after(count) };
  }

  /** Counts the events before a position, by binary search, since positions are ordered as text. */
  private countBefore(position: Position): number {
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle] as RecordedEvent).position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private after(count: number): unknown {
    const start = Math.min(Math.floor(count / KEPT_EVERY), this.kept.length - 1);
    let state = this.kept[start];
    let unshared = new OwnedValue();
    for (let index = start * KEPT_EVERY; index < count; index++) {
      const event = this.events[index] as RecordedEvent;
      state = this.aggregate.evolve(state, event, { ...foldContextOf(event), unshared });
      if ((index + 1) % KEPT_EVERY !== 0) continue;
      this.kept[(index + 1) / KEPT_EVERY] = state;
      // From here on, the kept state must not be changed in place.
      unshared = new OwnedValue();
    }
    return state;
  }
}
