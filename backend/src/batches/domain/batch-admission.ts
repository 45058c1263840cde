import type { Aggregate } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import { DomainError, keyReused } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import type { BatchKind } from '@storyreel/contracts';
import type { BatchAsked, BatchState } from './batch';

/** The restart of a finished batch with its failed scenes. */
export interface Again {
  /** The command that requested the restart; the batch remembers it. */
  commandId: string;
  /** Number of earlier restarts. */
  retries: number;
}

/** A batch was admitted. After that, the batch begins or restarts even if the node that admitted it dies. */
export type BatchAdmitted = DomainEvent<'BatchAdmitted', BatchAsked & { batchId: string; again?: Again }>;

/** The current batch of one kind in a project. */
export interface AdmissionState {
  /** The last admitted batch and its request; null before the first admission. */
  admitted: { batchId: string; asked: BatchAsked; again: Again | null } | null;
  /** Number of admissions so far. */
  turns: number;
}

/** Id per project and kind: admissions of its batches are serialized across nodes. */
export const admissionIdOf = (projectId: string, kind: BatchKind): string =>
  derivedId('batch-admission', projectId, kind);

/** Stream `batchadmission-<id>`. */
export const batchAdmissionAggregate: Aggregate<AdmissionState, BatchAdmitted> = {
  category: 'batchadmission',
  initial: { admitted: null, turns: 0 },
  evolve: ({ turns }, { data: { batchId, again = null, ...asked } }) => ({
    admitted: { batchId, asked, again },
    turns: turns + 1,
  }),
};

export const inProgress = (): DomainError =>
  new DomainError('already_in_progress', 'A batch like this is already in progress for this project.');

/**
 * Returns a batch's request if that batch was admitted last; otherwise null.
 * @throws DomainError idempotency_key_reused
 */
export function askedOfAdmitted({ admitted }: AdmissionState, batchId: string, requestHash: string): BatchAsked | null {
  if (admitted?.batchId !== batchId) return null;
  if (admitted.asked.requestHash !== requestHash) throw keyReused();
  return admitted.asked;
}

/** Tells whether the last admitted batch is over and is not about to restart. */
export const hasRun = (
  { again }: NonNullable<AdmissionState['admitted']>,
  { isOver, retries }: Pick<BatchState, 'isOver' | 'retries'>,
): boolean => isOver && (again === null || retries > again.retries);

interface Turn {
  batchId: string;
  asked: BatchAsked;
  /** Number of admissions at the moment when the caller saw that the last batch was over. */
  turns: number;
}

/**
 * Admits a batch. Refuses it if another batch was admitted since the caller's check.
 * @throws DomainError already_in_progress, idempotency_key_reused
 */
export function decideAdmitBatch(state: AdmissionState, { batchId, asked, turns }: Turn): BatchAdmitted[] {
  if (askedOfAdmitted(state, batchId, asked.requestHash)) return [];
  if (state.turns !== turns) throw inProgress();
  return [{ type: 'BatchAdmitted', data: { batchId, ...asked } }];
}

/** Admits a finished batch again. @throws DomainError already_in_progress */
export function decideAdmitAgain(
  state: AdmissionState,
  { batchId, asked, turns, again }: Turn & { again: Again },
): BatchAdmitted[] {
  const { admitted } = state;
  if (admitted?.batchId === batchId && admitted.again?.commandId === again.commandId) return [];
  if (state.turns !== turns) throw inProgress();
  return [{ type: 'BatchAdmitted', data: { batchId, ...asked, again } }];
}
