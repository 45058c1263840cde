import { LRUCache } from 'lru-cache';
import { jsonSize } from '../../lib/memory-size';
import { foldContextOf, Unshared } from '../domain/aggregate';
import type { Aggregate, FoldContext } from '../domain/aggregate';
import { toRecorded } from '../domain/domain-event';
import type { DomainEvent } from '../domain/domain-event';
import { isOwnEvent } from '../domain/scoped-event-store';
import { readable } from '../domain/upcast';
import { StreamNotFound } from '../event-store/event-store';
import type { EventStore, StoredEvent } from '../event-store/event-store';
import { foldOf } from './snapshot';
import type { Snapshots } from './snapshot';

export interface CachedAggregate {
  state: unknown;
  /** Revision that the state shows; -1n before the first event. */
  revision: bigint;
  /** Of the event at that revision; empty before the first. */
  eventId: string;
  /** Bytes of the state as JSON when it was last a snapshot. */
  measured: number;
  /** What was folded since a snapshot was read or asked for. */
  tail: { events: number; bytes: number };
}

/** Of all states together, as JSON; as objects they take two to four times as much. */
const MAX_BYTES = 48 * 1024 * 1024;
/** Of an entry itself. */
const OVERHEAD = 500;

/** States of recently used streams. An entry may be behind its stream: the exact-revision append finds that out. */
export class AggregateCache {
  private readonly entries: LRUCache<string, CachedAggregate>;

  constructor(maxBytes = MAX_BYTES) {
    // A state that is larger than the rest may be is kept alone.
    const sizeCalculation = ({ measured, tail }: CachedAggregate) =>
      Math.min(maxBytes, OVERHEAD + measured + tail.bytes);
    this.entries = new LRUCache({ maxSize: maxBytes, sizeCalculation });
  }

  get(streamId: string): CachedAggregate | undefined {
    return this.entries.get(streamId);
  }

  /** Kept unless a newer one is there: a read that took long must not undo what was written meanwhile. */
  set(streamId: string, entry: CachedAggregate): void {
    const known = this.entries.get(streamId);
    if (!known || known.revision <= entry.revision) this.entries.set(streamId, entry);
  }

  /** The state's size has become known. */
  measure(streamId: string, bytes: number): void {
    const known = this.entries.peek(streamId);
    if (known) this.entries.set(streamId, { ...known, measured: bytes });
  }

  forget(streamId: string): void {
    this.entries.delete(streamId);
  }
}

/** A tail of this length, in either measure, is worth a snapshot: it is folded within some 50 ms. */
const MAX_TAIL = { events: 200, bytes: 1024 * 1024 };

/** So long others wait at most while a stream is folded. */
const MAX_TURN_MS = 15;

type AnyAggregate = Aggregate<unknown, DomainEvent>;
/** Told the state of a snapshot, to do meanwhile what it takes to decide; the rest of the stream is being read. */
export type Ahead = (state: unknown) => Promise<void>;

/** The state of streams: from memory, else from a snapshot and the events after it, else from all events. */
export class StateReader {
  private readonly cache = new AggregateCache();

  constructor(
    private readonly events: EventStore,
    private readonly snapshots: Snapshots,
  ) {}

  /** What this node knows; its stream may have moved on. */
  known(streamId: string): CachedAggregate | undefined {
    return this.cache.get(streamId);
  }

  forget(streamId: string): void {
    this.cache.forget(streamId);
  }

  /** With everything that is in the stream now. */
  async newest(aggregate: AnyAggregate, streamId: string, ahead?: Ahead): Promise<CachedAggregate> {
    const known = this.cache.get(streamId);
    const begun = known ? null : await this.fromSnapshot(aggregate, streamId, ahead);
    if (begun) return this.keep(aggregate, streamId, begun);
    try {
      return this.keep(aggregate, streamId, await this.readOn(aggregate, streamId, known ?? beginning(aggregate)));
    } catch (error) {
      if (!(error instanceof StreamNotFound)) throw error;
      this.cache.forget(streamId);
      return beginning(aggregate);
    }
  }

  /** Remembers the state, and asks for a snapshot when the way to it has become long. */
  keep(aggregate: AnyAggregate, streamId: string, entry: CachedAggregate): CachedAggregate {
    const kept = this.isLong(aggregate, entry) && this.save(aggregate, streamId, entry) ? withoutTail(entry) : entry;
    this.cache.set(streamId, kept);
    return kept;
  }

  private isLong({ snapshot }: AnyAggregate, { tail }: CachedAggregate): boolean {
    return tail.events >= (snapshot?.everyEvents ?? MAX_TAIL.events) || tail.bytes >= MAX_TAIL.bytes;
  }

  private save(aggregate: AnyAggregate, streamId: string, snapshot: CachedAggregate): boolean {
    const fold = foldOf(aggregate);
    const onSaved = (bytes: number) => this.cache.measure(streamId, bytes);
    return fold !== null && this.snapshots.save(streamId, { fold, snapshot, onSaved });
  }

  /** With what came after it. Null when there is none, or it is of another stream than the one that is there now. */
  private async fromSnapshot(
    aggregate: AnyAggregate,
    streamId: string,
    ahead?: Ahead,
  ): Promise<CachedAggregate | null> {
    const fold = foldOf(aggregate);
    const snapshot = fold === null ? null : await this.snapshots.load(streamId, fold);
    if (!snapshot) return null;
    const { state, revision, eventId, bytes } = snapshot;
    const start = { state, revision, eventId, measured: bytes, tail: { events: 0, bytes: 0 } };
    const [newest] = await Promise.all([this.readOnFrom(aggregate, streamId, start), ahead?.(state)]);
    if (!newest) await this.snapshots.discard(streamId, snapshot);
    return newest;
  }

  /** Null unless the event that the state was made after is at its revision. One reading tells both. */
  private async readOnFrom(
    aggregate: AnyAggregate,
    streamId: string,
    start: CachedAggregate,
  ): Promise<CachedAggregate | null> {
    let entry: CachedAggregate | null = null;
    const turns = new Turns();
    const unshared = new Unshared();
    try {
      for await (const event of this.events.readStream(streamId, { from: start.revision })) {
        await turns.others();
        if (entry) entry = next(aggregate, entry, event, unshared);
        else if (event.revision !== start.revision || event.id !== start.eventId) return null;
        else entry = start;
      }
    } catch (error) {
      if (!(error instanceof StreamNotFound)) throw error;
    }
    return entry;
  }

  private async readOn(aggregate: AnyAggregate, streamId: string, start: CachedAggregate): Promise<CachedAggregate> {
    let entry = start;
    const turns = new Turns();
    const unshared = new Unshared();
    for await (const event of this.events.readStream(streamId, { from: start.revision + 1n })) {
      await turns.others();
      entry = next(aggregate, entry, event, unshared);
    }
    return entry;
  }
}

/** Lets others have the thread now and then while a long stream is folded. */
class Turns {
  private began = performance.now();

  async others(): Promise<void> {
    if (performance.now() - this.began < MAX_TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.began = performance.now();
  }
}

/** Others can write to a stream of ours too: their events count, and mean nothing. */
function next(
  aggregate: AnyAggregate,
  entry: CachedAggregate,
  event: StoredEvent,
  unshared: Unshared,
): CachedAggregate {
  const { id, revision } = event;
  const recorded = toRecorded(event);
  return isOwnEvent(event, new Set([aggregate.category]))
    ? advance(aggregate, entry, readable(recorded), { ...foldContextOf(recorded), unshared }, id)
    : { ...entry, revision, eventId: id };
}

export const beginning = ({ initial }: AnyAggregate): CachedAggregate => ({
  state: initial,
  revision: -1n,
  eventId: '',
  measured: 0,
  tail: { events: 0, bytes: 0 },
});

const withoutTail = (entry: CachedAggregate): CachedAggregate => ({
  ...entry,
  // Until the snapshot has been made, what it will be is the best guess.
  measured: entry.measured + entry.tail.bytes,
  tail: { events: 0, bytes: 0 },
});

/** The entry after one more event of ours. */
export function advance(
  aggregate: AnyAggregate,
  { state, measured, tail }: CachedAggregate,
  event: DomainEvent,
  context: FoldContext,
  eventId: string,
): CachedAggregate {
  return {
    state: aggregate.evolve(state, event, context),
    revision: context.revision,
    eventId,
    measured,
    tail: { events: tail.events + 1, bytes: tail.bytes + jsonSize(event.data) },
  };
}
