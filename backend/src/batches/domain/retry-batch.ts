import type { CommandContext } from '../../platform/commands/command-context';
import { AggregateCommand, handlerFor, type NoData } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { batchAggregate, type BatchState } from './batch';
import type { BatchEvent } from './batch-events';
import { advance } from './go-on';
import { ownedBatch, wasDone } from './owned-batch';

/** What failed is tried again, in the same batch: it cost nothing, so the price that was agreed to holds. */
export class RetryBatch extends AggregateCommand<BatchState, NoData> {}

/** Whether the command has anything to begin again. */
export const isToRetry = (state: BatchState, context: Pick<CommandContext, 'commandId'>): boolean =>
  Object.values(state.scenes).some(({ status }) => status === 'failed') && !wasDone(state, context);

export function decideRetryBatch(
  { aggregateId, context }: Pick<RetryBatch, 'aggregateId' | 'context'>,
  state: BatchState,
  environment: Environment,
): BatchEvent[] {
  if (!isToRetry(ownedBatch(state, environment), context)) return [];
  return advance(aggregateId, state, environment, [{ type: 'BatchRetried', data: {} }]);
}

export const RetryBatchHandler = handlerFor(RetryBatch, batchAggregate, decideRetryBatch);
