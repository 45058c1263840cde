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
  /** ISO 8601, from the injected clock. */
  at: string;
}

/** An event as folds see it. */
export interface RecordedEvent<Event extends DomainEvent = DomainEvent> {
  id: string;
  type: Event['type'];
  data: Event['data'];
  streamId: string;
  revision: bigint;
  position: Position;
  metadata: EventMetadata;
}

/** The stored form narrowed to ours: the same object. For events that are our own (own-event.ts) and no others. */
export const toRecorded = (event: StoredEvent): RecordedEvent => event as StoredEvent & { metadata: EventMetadata };
