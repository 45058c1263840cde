import type { Position, StoredEvent } from '../event-store/event-store';

export interface DomainEvent<Type extends string = string, Data = unknown> {
  type: Type;
  data: Data;
}

export type Actor = { kind: 'user'; userId: string } | { kind: 'system'; name: string };

/** Why an event happened and whose it is; kept with every event. */
export interface EventMetadata {
  commandId: string;
  correlationId: string;
  causationId: string | null;
  actor: Actor;
  /** The user whose data the event is about; views and pushes are scoped by it. */
  ownerId: string;
  schemaVersion: number;
  /** In which the log holds it, when that is an older one (upcast.ts). */
  storedVersion?: number;
  /** ISO 8601, from the injected clock. */
  at: string;
}

interface Recorded {
  id: string;
  streamId: string;
  revision: bigint;
  position: Position;
  unreadable?: Error;
  metadata: EventMetadata;
}

/** An event as folds see it; of a union of events, one of them, told apart by its type. */
export type RecordedEvent<Event extends DomainEvent = DomainEvent> = Event extends DomainEvent
  ? Recorded & Pick<Event, 'type' | 'data'>
  : never;

/** The stored form narrowed to ours: the same object. For events that are our own (own-event.ts) and no others. */
export const toRecorded = (event: StoredEvent): RecordedEvent => event as StoredEvent & { metadata: EventMetadata };

/** A guard for events of some types, out of all that a process or a view is given. */
export const isOneOf =
  <Event extends DomainEvent>(types: readonly Event['type'][]) =>
  (event: RecordedEvent): event is RecordedEvent & RecordedEvent<Event> =>
    types.some((type) => type === event.type);
