import { isDeepStrictEqual } from 'node:util';
import type { IsInClear } from '../event-store/sealed-events/sealed-event-store';
import type { DomainEvent, RecordedEvent } from './domain-event';
import type { Upcasters } from './upcast';

/**
 * Registers collections that were created during the current read of a stream and are not visible elsewhere yet. Until
 * the read ends, they may be changed in place: copying them at every event would make the read of a long stream
 * quadratic.
 */
export class OwnedValue {
  private readonly made = new WeakSet<object>();

  has(collection: object): boolean {
    return this.made.has(collection);
  }

  add<T extends object>(collection: T): T {
    this.made.add(collection);
    return collection;
  }
}

/** Returns the collection with entries added or replaced. Returns a copy, unless the collection is unshared. */
export function withEntries<T>(
  collection: Readonly<Record<string, T>>,
  entries: Iterable<readonly [string, T]>,
  unshared: OwnedValue | undefined,
): Readonly<Record<string, T>> {
  const changed: Record<string, T> = unshared?.has(collection) ? collection : { ...collection };
  for (const [key, value] of entries) changed[key] = value;
  return unshared ? unshared.add(changed) : changed;
}

/** Event metadata available to a fold. */
export interface FoldContext {
  /** ISO 8601 */
  at: string;
  ownerId: string;
  revision: bigint;
  /** The command that caused the event, by which a state can recognise a repeated command. */
  commandId: string;
  /** Present while a stream is read: the collections that `withEntries` may change in place. */
  unshared?: OwnedValue;
}

export function foldContextOf({ metadata, revision }: RecordedEvent): FoldContext {
  const { at, ownerId, commandId } = metadata;
  return { at, ownerId, revision, commandId };
}

/**
 * An event-sourced aggregate: a stream's category and the fold that yields its state. `evolve` does no I/O and reads no
 * clock.
 */
export interface Aggregate<State, Event extends DomainEvent> {
  /** Must not contain a hyphen: EventStoreDB takes the text before the first hyphen as the category. */
  category: string;
  initial: State;
  evolve(state: State, event: Event, context: FoldContext): State;
  /**
   * Upcasters for event types whose shape has changed. Code above the store reads and writes the newest version only.
   */
  upcasters?: Upcasters;
  /** True for events without personal data, which are not encrypted and stay when their owner's account is erased. */
  isInClear?: IsInClear;
  /**
   * For aggregates with long streams. The state is stored outside the log, so it must be JSON.
   * - `version`: raise it with every change that makes `evolve` yield another state for the same events. Fields that
   *   are added to or removed from the initial state are detected without that.
   * - `parts`: initial forms of the entries in the state's collections, so that changed fields are detected there, too.
   * - `everyEvents`: number of events between snapshots, for small states for which the default of 200 is too many.
   */
  snapshot?: { version: number; parts?: readonly object[]; everyEvents?: number };
}

export interface Environment {
  /** ISO 8601 */
  now: string;
  nextId(): string;
  ownerId: string;
}

/**
 * Returns the events that a command causes in a state; none when the command has no effect. Pure. @throws DomainError
 */
export type Decide<State, Event extends DomainEvent> = (state: State, environment: Environment) => Event[];

export const streamOf = (category: string, id: string): string => `${category}-${id}`;
/** Returns a stream's category: its name up to the first hyphen, or the whole name without one. */
export const categoryOf = (streamId: string): string => streamId.split('-', 1)[0] ?? '';
export const idOfStream = (streamId: string): string => streamId.slice(streamId.indexOf('-') + 1);

/** Returns the wanted values that differ from the current ones; null when none differ. */
export function changesOf<T extends object>(current: T, wanted: Partial<T>): Partial<T> | null {
  const changes: Partial<T> = {};
  for (const key of Object.keys(wanted) as (keyof T)[]) {
    if (wanted[key] !== undefined && !isDeepStrictEqual(wanted[key], current[key])) changes[key] = wanted[key];
  }
  return Object.keys(changes).length > 0 ? changes : null;
}
