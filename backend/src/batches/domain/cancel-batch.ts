import { AggregateCommand, handlerFor, type NoData } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { batchAggregate, type BatchState } from './batch';
import type { BatchEvent } from './batch-events';
import { advance } from './go-on';
import { ownedBatch } from './owned-batch';

/** What was not begun never is. What a provider was asked for already is finished, and paid. */
export class CancelBatch extends AggregateCommand<BatchState, NoData> {}

export function decideCancelBatch(
  { aggregateId }: Pick<CancelBatch, 'aggregateId'>,
  state: BatchState,
  environment: Environment,
): BatchEvent[] {
  const { status, isOver } = ownedBatch(state, environment);
  if (status === 'cancelled' || isOver) return [];
  return advance(aggregateId, state, environment, [{ type: 'BatchCancelled', data: {} }]);
}

export const CancelBatchHandler = handlerFor(CancelBatch, batchAggregate, decideCancelBatch);
