import { LRUCache } from 'lru-cache';

export interface CachedAggregate {
  state: unknown;
  /** Revision that the state shows; -1n before the first event. */
  revision: bigint;
}

/** States of recently used streams. An entry may be behind its stream: the exact-revision append finds that out. */
export class AggregateCache {
  private readonly entries: LRUCache<string, CachedAggregate>;

  constructor(max = 2_000) {
    this.entries = new LRUCache({ max });
  }

  get(streamId: string): CachedAggregate | undefined {
    return this.entries.get(streamId);
  }

  set(streamId: string, entry: CachedAggregate): void {
    this.entries.set(streamId, entry);
  }

  forget(streamId: string): void {
    this.entries.delete(streamId);
  }
}
