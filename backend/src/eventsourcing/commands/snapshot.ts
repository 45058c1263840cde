import { createHash } from 'node:crypto';
import type { Aggregate } from '../domain/aggregate';
import type { DomainEvent } from '../domain/domain-event';

/** A stream's state after one of its events. */
export interface Snapshot {
  state: unknown;
  revision: bigint;
  /** Of the event at that revision: how it shows that the stream is still the one that was folded. */
  eventId: string;
}

export interface WantedSnapshot {
  fold: string;
  snapshot: Snapshot;
  /** Told the size of the state as JSON. */
  onSaved: (bytes: number) => void;
}

/** What was folded before, so that a long stream need not be folded from its beginning. Cost, never meaning. */
export interface Snapshots {
  /** Null when there is none that this fold made, or it cannot be had. Never rejects. */
  load(streamId: string, fold: string): Promise<(Snapshot & { bytes: number }) | null>;
  /** Asks for one in the background, in place of one of this stream that still waits. @returns false: not now */
  save(streamId: string, wanted: WantedSnapshot): boolean;
  /** It is not of this stream. Never rejects. */
  discard(streamId: string, snapshot: Snapshot): Promise<void>;
}

export const SNAPSHOTS = Symbol('Snapshots');

export const noSnapshots: Snapshots = {
  load: () => Promise.resolve(null),
  save: () => false,
  discard: () => Promise.resolve(),
};

/** By aggregate: each reading of a stream asks for it. */
const NAMES = new WeakMap<object, string>();

/**
 * The name of what folds a stream. A state that another version has made is of no use, and neither is one of another
 * shape: fields that came or went show in the initial state or in that of a part.
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
