import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent, RecordedEvent } from './domain-event';
import type { Upcasters } from './upcast';

/**
 * Collections that one reading of a stream has made, and that nobody else has seen: until the reading is over they are
 * changed in place. A copy at every event would make the reading of a long stream quadratic.
 */
export class Unshared {
  private readonly made = new WeakSet<object>();

  has(collection: object): boolean {
    return this.made.has(collection);
  }

  add<T extends object>(collection: T): T {
    this.made.add(collection);
    return collection;
  }
}

/** The collection with some entries more, or others in their place: a copy, unless nobody else can see this one. */
export function withEntries<T>(
  collection: Readonly<Record<string, T>>,
  entries: Iterable<readonly [string, T]>,
  unshared: Unshared | undefined,
): Readonly<Record<string, T>> {
  const changed: Record<string, T> = unshared?.has(collection) ? collection : { ...collection };
  for (const [key, value] of entries) changed[key] = value;
  return unshared ? unshared.add(changed) : changed;
}

/** What a fold may know of an event besides its data. */
export interface FoldContext {
  /** ISO 8601 */
  at: string;
  ownerId: string;
  revision: bigint;
  /** The command that the event came of: how a state can know a command that is repeated. */
  commandId: string;
  /** While many events are folded one after the other: what `withEntries` may change in place. */
  unshared?: Unshared;
}

export function foldContextOf({ metadata, revision }: RecordedEvent): FoldContext {
  const { at, ownerId, commandId } = metadata;
  return { at, ownerId, revision, commandId };
}

/** What decides: a stream's category and the fold that gives its state. `evolve` does no I/O and reads no clock. */
export interface Aggregate<State, Event extends DomainEvent> {
  /** No hyphen: EventStoreDB takes what stands before the first one for the category. */
  category: string;
  initial: State;
  evolve(state: State, event: Event, context: FoldContext): State;
  /** Of types whose shape has changed. Everything above the store is given, and writes, the newest version only. */
  upcasters?: Upcasters;
  /**
   * For streams that become long: the state is kept beside the log, so it has to be JSON. The version is raised with
   * every change that makes `evolve` give another state for the same events; a field that comes or goes in the initial
   * state counts by itself, and so does one in `parts`: what the state's collections hold, as each begins.
   *
   * `everyEvents`: where one after 200 is too seldom, for states that are short themselves.
   */
  snapshot?: { version: number; parts?: readonly object[]; everyEvents?: number };
}

export interface Environment {
  /** ISO 8601 */
  now: string;
  nextId(): string;
  ownerId: string;
}

/** Pure: the events that a command makes of a state; none when there is nothing to do. @throws DomainError */
export type Decide<State, Event extends DomainEvent> = (state: State, environment: Environment) => Event[];

export const streamOf = (category: string, id: string): string => `${category}-${id}`;
/** All of the name when it has no hyphen. */
export const categoryOf = (streamId: string): string => streamId.split('-', 1)[0] ?? '';
export const idOfStream = (streamId: string): string => streamId.slice(streamId.indexOf('-') + 1);

/** The wanted values that differ from the current ones; null when none does. */
export function changesOf<T extends object>(current: T, wanted: Partial<T>): Partial<T> | null {
  const changes: Partial<T> = {};
  for (const key of Object.keys(wanted) as (keyof T)[]) {
    if (wanted[key] !== undefined && !isDeepStrictEqual(wanted[key], current[key])) changes[key] = wanted[key];
  }
  return Object.keys(changes).length > 0 ? changes : null;
}
