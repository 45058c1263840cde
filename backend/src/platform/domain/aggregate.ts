import type { DomainEvent } from './domain-event';

/** What a fold may know of an event besides its data. `at`: ISO 8601. */
export interface FoldContext {
  at: string;
  ownerId: string;
  revision: bigint;
}

/** What decides: a stream's category and the fold that gives its state. `evolve` does no I/O and reads no clock. */
export interface Aggregate<State, Event extends DomainEvent> {
  /** No hyphen: EventStoreDB takes what stands before the first one for the category. */
  category: string;
  initial: State;
  evolve(state: State, event: Event, context: FoldContext): State;
}

export interface Environment {
  /** ISO 8601 */
  now: string;
  nextId(): string;
  ownerId: string;
}

/** Pure: the events that a command makes of a state; none when there is nothing to do. @throws Refusal */
export type Decide<State, Event extends DomainEvent> = (state: State, environment: Environment) => Event[];

export const streamOf = (category: string, id: string): string => `${category}-${id}`;
export const idOfStream = (streamId: string): string => streamId.slice(streamId.indexOf('-') + 1);
