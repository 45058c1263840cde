import {
  fromPosition,
  matches,
  StreamNotFound,
  toPosition,
  WrongExpectedRevision,
} from '../eventsourcing/event-store/event-store';
import type {
  AppendResult,
  EventStore,
  ExpectedRevision,
  LogFault,
  NewEvent,
  Position,
  ReadAllOptions,
  ReadStreamOptions,
  StoredEvent,
} from '../eventsourcing/event-store/event-store';

const ofWholeLog = { streamId: null, revision: null };

/**
 * An in-memory log for tests of thousands of histories. Its appends pass the conformance suite: all or nothing, at an
 * exact revision, idempotent by event ids. `events` may be tampered with.
 */
export class MemoryEventStore implements Pick<EventStore, 'append' | 'readStream' | 'readAll' | 'head' | 'faults'> {
  events: StoredEvent[] = [];
  /** Faults of streams' settings for `faults` to yield, since this log has no settings. */
  settings: LogFault[] = [];

  static over(events: StoredEvent[]): MemoryEventStore {
    const store = new MemoryEventStore();
    store.events = events;
    return store;
  }

  /** Returns the log typed as a whole store; any other method fails. */
  asStore(): EventStore {
    return this as unknown as EventStore;
  }

  append(streamId: string, events: NewEvent[], options: { expected: ExpectedRevision }): Promise<AppendResult> {
    const stream = this.events.filter((event) => event.streamId === streamId);
    const last = stream.at(-1)?.revision ?? -1n;
    const { expected } = options;
    const repeated = stream.find(({ id }) => id === events[0]?.id);
    if (repeated) return Promise.resolve({ nextExpectedRevision: last, position: repeated.position });
    const wanted = expected === 'no_stream' ? -1n : expected;
    if (typeof wanted === 'bigint' && wanted !== last) {
      return Promise.reject(new WrongExpectedRevision(streamId, expected, last < 0n ? 'no_stream' : last));
    }
    for (const [at, event] of events.entries()) {
      const position = toPosition(BigInt(this.events.length + 1));
      // The event is copied as if written and read: nobody shares objects with the log.
      const kept = JSON.parse(JSON.stringify(event)) as NewEvent;
      this.events.push({ ...kept, streamId, revision: last + 1n + BigInt(at), position, created: new Date(0) });
    }
    return Promise.resolve({
      nextExpectedRevision: last + BigInt(events.length),
      position: this.events.at(-1)?.position ?? toPosition(0n),
    });
  }

  async *readStream(streamId: string, options: ReadStreamOptions = {}): AsyncIterable<StoredEvent> {
    await Promise.resolve();
    const { from = 'start', limit = Infinity, direction = 'forwards' } = options;
    const stream = this.events.filter((event) => event.streamId === streamId);
    if (stream.length === 0) throw new StreamNotFound(`there is no stream ${streamId}`);
    const first = typeof from === 'bigint' ? from : 0n;
    const found = direction === 'forwards' ? stream.filter(({ revision }) => revision >= first) : stream.toReversed();
    yield* found.slice(0, limit);
  }

  async *readAll({ filter, limit = Infinity, direction }: ReadAllOptions = {}): AsyncIterable<StoredEvent> {
    await Promise.resolve();
    const wanted = this.events.filter((event) => matches(filter ?? {}, event));
    yield* (direction === 'backwards' ? wanted.toReversed() : wanted).slice(0, limit);
  }

  async *faults(): AsyncIterable<LogFault> {
    await Promise.resolve();
    yield* this.settings;
    let before: Position = toPosition(0n);
    for (const { position } of this.events) {
      const expected = toPosition(fromPosition(before) + 1n);
      if (position !== expected) yield { ...ofWholeLog, reason: 'has no event here', expected, found: position };
      before = position;
    }
  }

  head(): Promise<Position | null> {
    return Promise.resolve(this.events.at(-1)?.position ?? null);
  }
}
