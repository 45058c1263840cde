import type { Aggregate, Environment } from '../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../eventsourcing/domain/domain-event';
import { OwnedValue } from '../eventsourcing/domain/aggregate';
import { DomainError } from '../lib/domain-error';

export const OWNER = '11111111-1111-4111-8111-111111111111';
export const NOW = '2026-03-01T12:00:00.000Z';

/** Returns an environment with ids id-1, id-2 … unless overridden. */
export function testEnvironment(overrides: Partial<Environment> = {}): Environment {
  let made = 0;
  return { now: NOW, ownerId: OWNER, nextId: () => `id-${++made}`, ...overrides };
}

/** Folds events one after the other into a state; `commandOf` returns the command that caused an event. */
export const stateOf = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  events: Event[],
  commandOf = (index: number): string => `command-${index}`,
): State =>
  events.reduce(
    (state, event, index) =>
      aggregate.evolve(state, event, {
        at: NOW,
        ownerId: OWNER,
        revision: BigInt(index),
        commandId: commandOf(index),
      }),
    aggregate.initial,
  );

/**
 * Folds events into the same state as `stateOf`, but like one read of a stream, which changes a state in place before
 * anybody else has seen it.
 */
export const inOneReading = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  events: Event[],
): State => {
  const unshared = new OwnedValue();
  return stateOf(
    { ...aggregate, evolve: (state, event, context) => aggregate.evolve(state, event, { ...context, unshared }) },
    events,
  );
};

/** given(aggregate, past).when(decide).then(events) or .refused(code). */
export function given<State, Event extends DomainEvent>(aggregate: Aggregate<State, Event>, past: Event[]) {
  const state = stateOf(aggregate, past);
  return {
    state,
    when(decide: (state: State, environment: Environment) => Event[], environment = testEnvironment()) {
      const run = () => decide(state, environment);
      return {
        then(events: Event[]) {
          expect(run()).toEqual(events);
        },
        thenState(check: (state: State) => void) {
          check(stateOf(aggregate, [...past, ...run()]));
        },
        refused(code: string) {
          let refusal: unknown;
          try {
            run();
          } catch (error) {
            refusal = error;
          }
          expect(refusal).toBeInstanceOf(DomainError);
          expect((refusal as DomainError).code).toBe(code);
        },
      };
    },
  };
}
