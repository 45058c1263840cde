import { LRUCache } from 'lru-cache';

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
