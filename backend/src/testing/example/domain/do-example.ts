import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import { exampleAggregate, type ExampleEvent, type ExampleState } from './example';

export class DoExample extends AggregateCommand<ExampleState, { note: string }> {}

/** Acts only in a stream without events, and so only once. Further conditions on the state belong in this decision. */
export function decideDoExample({ data }: Pick<DoExample, 'data'>, state: ExampleState): ExampleEvent[] {
  if (state !== exampleAggregate.initial) return [];
  return [{ type: 'ExampleDone', data }];
}

export const DoExampleHandler = handlerFor(DoExample, exampleAggregate, decideDoExample);
