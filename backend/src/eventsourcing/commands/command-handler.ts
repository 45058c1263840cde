import { Inject, type Type } from '@nestjs/common';
import { Command, CommandHandler } from '@nestjs/cqrs';
import type { Aggregate, Environment } from '../domain/aggregate';
import type { DomainEvent } from '../domain/domain-event';
import { AggregateStore, type Committed } from './aggregate-store';
import type { CommandContext } from './command-context';

/** A command on one aggregate. `data` has already been validated by the contracts. */
export abstract class AggregateCommand<State, Data> extends Command<Committed<State>> {
  constructor(
    readonly aggregateId: string,
    readonly data: Data,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** For a command without data. */
export type NoData = Record<string, never>;

export interface AggregateHandler<C, State> {
  execute(command: C): Promise<Committed<State>>;
}

/** Creates the Nest handler of a command that is one pure decision on one aggregate. */
export function handlerFor<C extends AggregateCommand<State, unknown>, State, Event extends DomainEvent>(
  command: Type<C>,
  aggregate: Aggregate<State, Event>,
  decide: (command: C, state: State, environment: Environment) => Event[],
): Type<AggregateHandler<C, State>> {
  class Handler implements AggregateHandler<C, State> {
    constructor(@Inject(AggregateStore) private readonly store: AggregateStore) {}

    execute(given: C): Promise<Committed<State>> {
      return this.store.execute(aggregate, given.aggregateId, given.context, (state, environment) =>
        decide(given, state, environment),
      );
    }
  }
  Object.defineProperty(Handler, 'name', { value: `${command.name}Handler` });
  CommandHandler(command)(Handler);
  return Handler;
}
