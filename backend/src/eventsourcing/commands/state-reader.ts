import { LRUCache } from 'lru-cache';
import { jsonSize } from '../../lib/memory-size';
import { foldContextOf, OwnedValue } from '../domain/aggregate';
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
  /** Revision of the state; -1n before the first event. */
  revision: bigint;
  /** Id of the event at that revision; empty before the first event. */
  eventId: string;
  /** Size of the state as JSON at its last snapshot, in bytes. */
  measured: number;
  /** Number and size of the events folded since the last snapshot was loaded or queued. */
  tail: { events: number; bytes: number };
}

/** Limit for all cached states together, in bytes of JSON; as objects they take two to four times as much memory. */
const MAX_BYTES = 48 * 1024 * 1024;
/** Overhead of a cache entry in bytes. */
const OVERHEAD = 500;

/**
 * Caches the states of recently used streams. An entry may be stale; appending at its exact revision then conflicts.
 */
export class AggregateCache {
  private readonly entries: LRUCache<string, CachedAggregate>;

  constructor(maxBytes = MAX_BYTES) {
    // A state larger than the whole cache is still cached, as the only entry.
    const sizeCalculation = ({ measured, tail }: CachedAggregate) =>
      Math.min(maxBytes, OVERHEAD + measured + tail.bytes);
    this.entries = new LRUCache({ maxSize: maxBytes, sizeCalculation });
  }

  get(streamId: string): CachedAggregate | undefined {
    return this.entries.get(streamId);
  }

  /** Keeps the entry unless a newer one is cached: a slow read must not undo a later write. */
  set(streamId: string, entry: CachedAggregate): void {
    const known = this.entries.get(streamId);
    if (!known || known.revision <= entry.revision) this.entries.set(streamId, entry);
  }

  /** Updates the measured size of a cached state. */
  measure(streamId: string, bytes: number): void {
    const known = this.entries.peek(streamId);
    if (known) this.entries.set(streamId, { ...known, measured: bytes });
  }

  forget(streamId: string): void {
    this.entries.delete(streamId);
  }
}

/** If a tail exceeds either limit, a snapshot is queued. A tail at the limit is folded within some 50 ms. */
const MAX_TAIL = { events: 200, bytes: 1024 * 1024 };

/** Maximum time for which folding a stream may block the event loop. */
const MAX_TURN_MS = 15;

type AnyAggregate = Aggregate<unknown, DomainEvent>;
/** Called with a snapshot's state while the rest of the stream is read; prepares other data that the decision needs. */
export type ReadAhead = (state: unknown) => Promise<void>;

/**
 * Reads the states of streams: from the cache, otherwise from a snapshot and the events after it, otherwise from all
 * events.
 */
export class StateReader {
  private readonly cache = new AggregateCache();

  constructor(
    private readonly events: EventStore,
    private readonly snapshots: Snapshots,
  ) {}

  /** Returns the cached state; the stream may have newer events. */
  known(streamId: string): CachedAggregate | undefined {
    return this.cache.get(streamId);
  }

  forget(streamId: string): void {
    this.cache.forget(streamId);
  }

  /** Returns the state after all events of the stream. */
  async newest(aggregate: AnyAggregate, streamId: string, ahead?: ReadAhead): Promise<CachedAggregate> {
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

  /** Caches the state, and queues a snapshot when its tail has become long. */
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

  /**
   * Returns a snapshot's state with all later events; null when there is no snapshot or when the stream has been
   * replaced since the snapshot.
   */
  private async fromSnapshot(
    aggregate: AnyAggregate,
    streamId: string,
    ahead?: ReadAhead,
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

  /**
   * Folds the events after `start`. Returns null if the event of `start` is no longer at its revision. A single read
   * both checks this and yields the events.
   */
  private async readOnFrom(
    aggregate: AnyAggregate,
    streamId: string,
    start: CachedAggregate,
  ): Promise<CachedAggregate | null> {
    let entry: CachedAggregate | null = null;
    const turns = new Turns();
    const unshared = new OwnedValue();
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
    const unshared = new OwnedValue();
    for await (const event of this.events.readStream(streamId, { from: start.revision + 1n })) {
      await turns.others();
      entry = next(aggregate, entry, event, unshared);
    }
    return entry;
  }
}

/** Yields to the event loop regularly while a long stream is folded. */
export class Turns {
  private began = performance.now();

  async others(): Promise<void> {
    if (performance.now() - this.began < MAX_TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.began = performance.now();
  }
}

/** Folds one event. Foreign events advance the revision but are not folded. */
export function next(
  aggregate: AnyAggregate,
  entry: CachedAggregate,
  event: StoredEvent,
  unshared: OwnedValue,
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
  // Estimate until the snapshot has been written and its size is known.
  measured: entry.measured + entry.tail.bytes,
  tail: { events: 0, bytes: 0 },
});

/** Returns the entry after one more event of this application. */
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
