import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { keyReused } from '../../platform/domain/domain-error';
import { batchAggregate, type BatchState } from './batch';
import type { BatchAsked, BatchEvent } from './batch-events';
import { advance } from './go-on';

export class StartBatch extends AggregateCommand<BatchState, BatchAsked> {}

/** A batch whose id is derived from the command is there already when the command is repeated. */
export function decideStartBatch(
  { aggregateId, data }: Pick<StartBatch, 'aggregateId' | 'data'>,
  state: BatchState,
  environment: Environment,
): BatchEvent[] {
  if (state.asked) {
    if (state.asked.requestHash !== data.requestHash) throw keyReused();
    return [];
  }
  return advance(aggregateId, state, environment, [{ type: 'BatchStarted', data }]);
}

export const StartBatchHandler = handlerFor(StartBatch, batchAggregate, decideStartBatch);
