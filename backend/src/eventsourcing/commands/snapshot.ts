import { createHash } from 'node:crypto';
import type { Aggregate } from '../domain/aggregate';
import type { DomainEvent } from '../domain/domain-event';

/** A stream's state at a revision. */
export interface Snapshot {
  state: unknown;
  revision: bigint;
  /** Id of the event at that revision, which proves that the stream has not been replaced since it was folded. */
  eventId: string;
}

export interface WantedSnapshot {
  fold: string;
  snapshot: Snapshot;
  /** Called with the size of the state as JSON. */
  onSaved: (bytes: number) => void;
}

/**
 * Stores folded states, so that a long stream need not be folded from its beginning. Affects cost only, never results.
 */
export interface Snapshots {
  /** Returns null when this fold has no snapshot or the snapshot cannot be loaded. Never rejects. */
  load(streamId: string, fold: string): Promise<(Snapshot & { bytes: number }) | null>;
  /**
   * Queues a save in the background, replacing a waiting snapshot of the same stream.
   * @returns false when none can be queued now
   */
  save(streamId: string, wanted: WantedSnapshot): boolean;
  /** Returns the newest stored state at or before a revision; null when this fold has none. Never rejects. */
  past(streamId: string, fold: string, revision: bigint): Promise<Snapshot | null>;
  /** Stores a past state, so that later reads of the past begin near it. Never rejects. */
  keepPast(streamId: string, fold: string, snapshot: Snapshot): Promise<void>;
  /** Deletes a snapshot that turned out to belong to another stream. Never rejects. */
  discard(streamId: string, snapshot: Snapshot): Promise<void>;
}

/** Distance between stored past states in events, so that a state in between is a short fold. */
export const PAST_EVERY = 100;

export const SNAPSHOTS = Symbol('Snapshots');

export const noSnapshots: Snapshots = {
  load: () => Promise.resolve(null),
  save: () => false,
  past: () => Promise.resolve(null),
  keepPast: () => Promise.resolve(),
  discard: () => Promise.resolve(),
};

/** Cache of fold names by aggregate, since every read of a stream needs one. */
const NAMES = new WeakMap<object, string>();

/**
 * Returns the name of an aggregate's fold. A snapshot with another version or shape must not be used; fields that were
 * added or removed change the initial state or one of `parts`.
 */
export function foldOf<State, Event extends DomainEvent>(aggregate: Aggregate<State, Event>): string | null {
  const known = NAMES.get(aggregate);
  if (known) return known;
  const { category, initial, snapshot } = aggregate;
  if (!snapshot) return null;
  const shapes = [initial, ...(snapshot.parts ?? [])].map((each) => JSON.stringify(each)).join('\n');
  const shape = createHash('sha256').update(shapes).digest('hex').slice(0, 12);
  const name = `${category}:${snapshot.version}:${shape}`;
  NAMES.set(aggregate, name);
  return name;
}
