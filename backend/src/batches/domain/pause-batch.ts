import { AggregateCommand, handlerFor, type NoData } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { batchAggregate, type BatchState } from './batch';
import type { BatchEvent } from './batch-events';
import { advance } from './go-on';
import { ownedBatch } from './owned-batch';

/** Nothing further is begun; what is under way goes on. */
export class PauseBatch extends AggregateCommand<BatchState, NoData> {}

const BY_OWNER = { code: null, message: null, zaps: null };

export function decidePauseBatch(
  { aggregateId }: Pick<PauseBatch, 'aggregateId'>,
  state: BatchState,
  environment: Environment,
): BatchEvent[] {
  const { status, isOver } = ownedBatch(state, environment);
  if (status !== 'running' || isOver) return [];
  return advance(aggregateId, state, environment, [{ type: 'BatchPaused', data: { pause: BY_OWNER } }]);
}

export const PauseBatchHandler = handlerFor(PauseBatch, batchAggregate, decidePauseBatch);
