import { toUnits } from '@storyreel/contracts';
import { AggregateCommand, handlerFor, type NoData } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { batchAggregate, type BatchState } from './batch';
import type { BatchEvent } from './batch-events';
import { advance } from './go-on';
import { ownedBatch, wasDone } from './owned-batch';

/** Where the pause named a higher price, whoever resumes agrees to it. */
export class ResumeBatch extends AggregateCommand<BatchState, NoData> {}

export function decideResumeBatch(
  { aggregateId, context }: Pick<ResumeBatch, 'aggregateId' | 'context'>,
  state: BatchState,
  environment: Environment,
): BatchEvent[] {
  const { status, isOver, pause, units } = ownedBatch(state, environment);
  if (status !== 'paused' || isOver || wasDone(state, context)) return [];
  const agreed = Math.max(units, toUnits(pause?.zaps ?? 0));
  return advance(aggregateId, state, environment, [{ type: 'BatchResumed', data: { units: agreed } }]);
}

export const ResumeBatchHandler = handlerFor(ResumeBatch, batchAggregate, decideResumeBatch);
