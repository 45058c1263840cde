import type { Aggregate } from '../../platform/domain/aggregate';
import type { DomainEvent } from '../../platform/domain/domain-event';
import { DomainError, keyReused } from '../../platform/domain/domain-error';
import { derivedId } from '../../platform/ids';
import type { BatchKind } from '@storyreel/contracts';
import type { BatchAsked } from './batch-events';

/** From here on the batch begins, whatever becomes of the node that let it in. */
export type BatchAdmitted = DomainEvent<'BatchAdmitted', BatchAsked & { batchId: string }>;

/** Which batch of a kind has its turn in a project. */
export interface AdmissionState {
  /** The newest one that was let in, and what was asked of it; null before the first. */
  admitted: { batchId: string; asked: BatchAsked } | null;
}

/** Of a project's batches of one kind: they are let in one after the other, on whatever node. */
export const admissionIdOf = (projectId: string, kind: BatchKind): string =>
  derivedId('batch-admission', projectId, kind);

/** Stream `batchadmission-<id>`. */
export const batchAdmissionAggregate: Aggregate<AdmissionState, BatchAdmitted> = {
  category: 'batchadmission',
  initial: { admitted: null },
  evolve: (_, { data: { batchId, ...asked } }) => ({ admitted: { batchId, asked } }),
};

export const inProgress = (): DomainError =>
  new DomainError('already_in_progress', 'A batch like this is already in progress for this project.');

/** What was asked of a batch that has its turn; null while it has not. @throws DomainError idempotency_key_reused */
export function askedOfAdmitted({ admitted }: AdmissionState, batchId: string, requestHash: string): BatchAsked | null {
  if (admitted?.batchId !== batchId) return null;
  if (admitted.asked.requestHash !== requestHash) throw keyReused();
  return admitted.asked;
}

/**
 * Lets a batch in behind `after`, the one of which its caller knows that it is over; null where there was none. Where
 * another one has come in since, that one has the turn.
 *
 * @throws DomainError already_in_progress, idempotency_key_reused
 */
export function decideAdmitBatch(
  state: AdmissionState,
  { batchId, asked, after }: { batchId: string; asked: BatchAsked; after: string | null },
): BatchAdmitted[] {
  if (askedOfAdmitted(state, batchId, asked.requestHash)) return [];
  if ((state.admitted?.batchId ?? null) !== after) throw inProgress();
  return [{ type: 'BatchAdmitted', data: { batchId, ...asked } }];
}
