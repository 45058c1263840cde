import type { Aggregate } from '../../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../../eventsourcing/domain/domain-event';

export type ExampleEvent = DomainEvent<'ExampleDone', { note: string }>;

export interface ExampleState {
  note: string | null;
}

/** The aggregate of the example command. Nobody appends to a stream of this category. */
export const exampleAggregate: Aggregate<ExampleState, ExampleEvent> = {
  category: 'example',
  initial: { note: null },
  evolve: (_state, { data: { note } }) => ({ note }),
};
