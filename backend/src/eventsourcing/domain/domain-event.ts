import type { Position, StoredEvent } from '../event-store/event-store';

export interface DomainEvent<Type extends string = string, Data = unknown> {
  type: Type;
  data: Data;
}

export type Actor = { kind: 'user'; userId: string } | { kind: 'system'; name: string };

/** The cause of an event and the owner of its data; stored with every event. */
export interface EventMetadata {
  commandId: string;
  correlationId: string;
  causationId: string | null;
  actor: Actor;
  /** The user whom the event's data is about; views and pushes filter by it. */
  ownerId: string;
  schemaVersion: number;
  /** The version stored in the log, if it is older (see upcast.ts). */
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

/** An event as folds receive it. A union of events becomes a union discriminated by type. */
export type RecordedEvent<Event extends DomainEvent = DomainEvent> = Event extends DomainEvent
  ? Recorded & Pick<Event, 'type' | 'data'>
  : never;

/** Narrows a stored event to our own type without copying it. Only for our own events (see isOwnEvent). */
export const toRecorded = (event: StoredEvent): RecordedEvent => event as StoredEvent & { metadata: EventMetadata };

/** Creates a guard that narrows an event to one of the given types. */
export const isOneOf =
  <Event extends DomainEvent>(types: readonly Event['type'][]) =>
  (event: RecordedEvent): event is RecordedEvent & RecordedEvent<Event> =>
    types.some((type) => type === event.type);

/**
 * Returns a text that events of several domains have under one name, such as a hold's id; undefined in other events and
 * in erased ones.
 */
export function textIn({ data }: Pick<DomainEvent, 'data'>, name: string): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const value: unknown = Reflect.get(data, name);
  return typeof value === 'string' ? value : undefined;
}
