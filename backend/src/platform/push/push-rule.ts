import type { PushMessage } from '@storyreel/contracts';
import type { DomainEvent, RecordedEvent } from '../domain/domain-event';

type WithoutPosition<M> = M extends { position: string } ? Omit<M, 'position'> : never;
export type PushDraft = WithoutPosition<PushMessage>;

/** Which views of an event's owner changed. The hub adds the position and sends after the views have passed it. */
export interface PushRule<Event extends DomainEvent = DomainEvent> {
  types: readonly Event['type'][];
  draft(event: RecordedEvent<Event>): PushDraft | null;
}
