import { filmPrice, toUnits, toZaps } from '@storyreel/contracts';
import type { FilmQuality } from '@storyreel/contracts';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import { AggregateCommand, handlerFor } from '../../eventsourcing/commands/command-handler';
import type { NoData } from '../../eventsourcing/commands/command-handler';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import { type Refusable, refusable, refusableAs } from '../../eventsourcing/refusals/refusals';
import { DomainError, keyReused } from '../../lib/domain-error';
import { walletAggregate, type WalletEvent, type WalletState } from '../../money/zaps';
import { advance } from './advance-batch';
import { batchAggregate, keyOf, ownedBatch, wasDone } from './batch';
import type { BatchAsked, BatchEvent, BatchState } from './batch';

export class StartBatch extends AggregateCommand<BatchState, BatchAsked> {}

/** The batch id is derived from the command, so a repeated command finds that its batch has already started. */
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

/** Pauses a batch: it begins no further scenes; those under way continue. */
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

/** Resumes a paused batch. If the pause named a higher price, resuming accepts that price. */
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

/** Cancels scenes that have not begun. Requests already sent to a provider finish and are charged. */
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

/** Retries failed scenes in the same batch: they cost nothing, so the agreed price still holds. */
export class RetryBatch extends AggregateCommand<BatchState, NoData> {}

/** Tells whether the command has failed scenes to restart. */
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

/** Changes the quality of a film that has not begun. `units`: the highest total price that the owner agrees to. */
export class ChangeBatch extends AggregateCommand<BatchState, { quality: FilmQuality; units: number }> {}

/** @throws DomainError not_found, bad_request once it is too late, conflict when the price is higher */
export function decideChangeBatch(
  { aggregateId, data: { quality, units } }: Pick<ChangeBatch, 'aggregateId' | 'data'>,
  state: BatchState,
  environment: Environment,
): BatchEvent[] {
  const { asked, scenes, isOver } = ownedBatch(state, environment);
  const film = asked?.kind === 'film' ? asked.film : undefined;
  if (!asked || !film) throw new DomainError('bad_request', 'Only a film from a story can be changed.');
  if (film.quality === quality) return [];
  const { status } = scenes[keyOf({ step: 'film', sceneId: asked.projectId })] ?? {};
  if (isOver || status !== 'waiting') {
    throw new DomainError('bad_request', 'The film is being made already. Make another one on the Create tab.');
  }
  const [before, after] = [film.quality, quality].map((one) => filmPrice(film.seconds, one).units);
  const price = state.units - (before ?? 0) + (after ?? 0);
  if (price > units) throw new DomainError('conflict', 'The price has changed. Please confirm it again.');
  return advance(aggregateId, state, environment, [{ type: 'BatchChanged', data: { quality, units: price } }]);
}

export const CHECK_BATCH_PRICE = 'CheckBatchPrice';

/** Prices in ledger units: the price that the owner agreed to, and the present price. */
interface BatchCost {
  agreedUnits: number;
  units: number;
}

/**
 * Refuses a batch as a whole before it begins, rather than scene by scene.
 * @throws DomainError conflict for a higher price, insufficient_zaps
 */
export function checkBatchPrice({ agreedUnits, units }: BatchCost, { accounts }: Pick<WalletState, 'accounts'>): void {
  if (units > agreedUnits) {
    throw new DomainError('conflict', `The price is now ${toZaps(units)} zaps. Please confirm it again.`);
  }
  if (units <= accounts.available) return;
  const [need, have] = [toZaps(units), toZaps(accounts.available)];
  throw new DomainError('insufficient_zaps', `Insufficient zaps. Need ${need}, have ${have}`);
}

/** Decisions about the prices of batches; their refusals are recorded. */
export const batchRefusals: Refusable[] = [
  refusableAs<BatchCost, WalletState, WalletEvent>(CHECK_BATCH_PRICE, walletAggregate, ({ data }, state) => {
    checkBatchPrice(data, state);
    return [];
  }),
  refusable(ChangeBatch, batchAggregate, decideChangeBatch),
];

export const ChangeBatchHandler = handlerFor(ChangeBatch, batchAggregate, decideChangeBatch);
