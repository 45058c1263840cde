import type { Aggregate } from '../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../eventsourcing/domain/domain-event';
import { stateOf } from './given-when-then';

/** Folds events, saving and reading the state as a snapshot after every one of them. */
export const throughSnapshots = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  events: Event[],
): State =>
  stateOf(
    { ...aggregate, evolve: (...given) => JSON.parse(JSON.stringify(aggregate.evolve(...given))) as State },
    events,
  );
