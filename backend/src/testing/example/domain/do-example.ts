import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import { exampleAggregate, type ExampleEvent, type ExampleState } from './example';

export class DoExample extends AggregateCommand<ExampleState, { note: string }> {}

/** Once, and in a stream that has no events yet: what else the state has to be is said here. */
export function decideDoExample({ data }: Pick<DoExample, 'data'>, state: ExampleState): ExampleEvent[] {
  if (state !== exampleAggregate.initial) return [];
  return [{ type: 'ExampleDone', data }];
}

export const DoExampleHandler = handlerFor(DoExample, exampleAggregate, decideDoExample);
