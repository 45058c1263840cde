import { AggregateCommand, handlerFor, type NoData } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { batchAggregate, type BatchState } from './batch';
import type { BatchEvent } from './batch-events';
import { goOn } from './go-on';
import { ownedBatch, wasDone } from './owned-batch';

/** What failed is tried again, in the same batch: it cost nothing, so the price that was agreed to holds. */
export class RetryBatch extends AggregateCommand<BatchState, NoData> {}

export function decideRetryBatch(
  { aggregateId, context }: Pick<RetryBatch, 'aggregateId' | 'context'>,
  state: BatchState,
  environment: Environment,
): BatchEvent[] {
  const { scenes } = ownedBatch(state, environment);
  const hasFailed = Object.values(scenes).some(({ status }) => status === 'failed');
  if (!hasFailed || wasDone(state, context)) return [];
  return goOn(aggregateId, state, environment, [{ type: 'BatchRetried', data: {} }]);
}

export const RetryBatchHandler = handlerFor(RetryBatch, batchAggregate, decideRetryBatch);
