import type { Aggregate } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import { DomainError, keyReused } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import type { BatchKind } from '@storyreel/contracts';
import type { BatchAsked, BatchState } from './batch';

/** Of a batch that is over, and begins again with what failed. */
export interface Again {
  /** The command that asks for it, which the batch remembers. */
  commandId: string;
  /** How often it had begun again before. */
  retries: number;
}

/** From here on the batch begins, for the first time or again, whatever becomes of the node that let it in. */
export type BatchAdmitted = DomainEvent<'BatchAdmitted', BatchAsked & { batchId: string; again?: Again }>;

/** Which batch of a kind has its turn in a project. */
export interface AdmissionState {
  /** The newest one that was let in, and what was asked of it; null before the first. */
  admitted: { batchId: string; asked: BatchAsked; again: Again | null } | null;
  /** How many were let in so far. */
  turns: number;
}

/** Of a project's batches of one kind: they are let in one after the other, on whatever node. */
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

/** What was asked of a batch that has its turn; null while it has not. @throws DomainError idempotency_key_reused */
export function askedOfAdmitted({ admitted }: AdmissionState, batchId: string, requestHash: string): BatchAsked | null {
  if (admitted?.batchId !== batchId) return null;
  if (admitted.asked.requestHash !== requestHash) throw keyReused();
  return admitted.asked;
}

/** Whether the batch that was let in last has had its turn: it is over, and is not about to begin again. */
export const hasHadTurn = (
  { again }: NonNullable<AdmissionState['admitted']>,
  { isOver, retries }: Pick<BatchState, 'isOver' | 'retries'>,
): boolean => isOver && (again === null || retries > again.retries);

interface Turn {
  batchId: string;
  asked: BatchAsked;
  /** How many turns there had been when its caller saw that the last of them was over. */
  turns: number;
}

/**
 * Lets a batch in. Where another one has come in since its caller looked, that one has the turn.
 *
 * @throws DomainError already_in_progress, idempotency_key_reused
 */
export function decideAdmitBatch(state: AdmissionState, { batchId, asked, turns }: Turn): BatchAdmitted[] {
  if (askedOfAdmitted(state, batchId, asked.requestHash)) return [];
  if (state.turns !== turns) throw inProgress();
  return [{ type: 'BatchAdmitted', data: { batchId, ...asked } }];
}

/** Lets a batch in that is over, and has had its turn. @throws DomainError already_in_progress */
export function decideAdmitAgain(
  state: AdmissionState,
  { batchId, asked, turns, again }: Turn & { again: Again },
): BatchAdmitted[] {
  const { admitted } = state;
  if (admitted?.batchId === batchId && admitted.again?.commandId === again.commandId) return [];
  if (state.turns !== turns) throw inProgress();
  return [{ type: 'BatchAdmitted', data: { batchId, ...asked, again } }];
}
