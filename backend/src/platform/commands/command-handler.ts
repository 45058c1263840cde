import { Inject, type Type } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Aggregate, Environment } from '../domain/aggregate';
import type { DomainEvent } from '../domain/domain-event';
import { AggregateStore, type Committed } from './aggregate-store';
import type { CommandContext } from './command-context';

/** A command on one aggregate. `data` is what the contracts validated. */
export abstract class AggregateCommand<State = unknown> extends Command<Committed<State>> {
  abstract readonly aggregateId: string;
  abstract readonly context: CommandContext;
}

/** The Nest handler of a command that is one pure decision on one aggregate. */
export function handlerFor<C extends AggregateCommand<State>, State, Event extends DomainEvent>(
  command: Type<C>,
  aggregate: Aggregate<State, Event>,
  decide: (command: C, state: State, environment: Environment) => Event[],
): Type<ICommandHandler<C>> {
  class Handler {
    constructor(@Inject(AggregateStore) private readonly store: AggregateStore) {}

    execute(given: C): Promise<Committed<State>> {
      return this.store.execute(aggregate, given.aggregateId, given.context, (state, environment) =>
        decide(given, state, environment),
      );
    }
  }
  Object.defineProperty(Handler, 'name', { value: `${command.name}Handler` });
  CommandHandler(command)(Handler);
  return Handler as unknown as Type<ICommandHandler<C>>;
}
