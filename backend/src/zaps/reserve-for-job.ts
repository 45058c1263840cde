import { DomainError, keyReused } from '../platform/domain/domain-error';
import { derivedId } from '../platform/ids';
import type { OpenHold } from './domain/hold-book';
import type { Reservation } from './domain/reserve-zaps';
import type { PaidWork, Reserved } from './paid-work';

const MAX_HOLDS = 20;

/**
 * Holds zaps for a job that a repeated request asks for again. A hold that was given back when the job could not be
 * queued is not used a second time: the next one gets a number.
 * @throws DomainError insufficient_zaps; idempotency_key_reused when the job's hold is for another request
 */
export async function reserveForJob(
  paidWork: PaidWork,
  reservation: Omit<Reservation, 'holdId'>,
  cause?: { correlationId: string; causationId: string | null },
): Promise<Reserved & { holdId: string; hold: OpenHold }> {
  const { workId, runId = workId, requestHash } = reservation.purpose;
  for (let attempt = 0; attempt < MAX_HOLDS; attempt++) {
    const holdId = derivedId(runId, 'hold', attempt);
    const { hold, ...reserved } = await paidWork.reserve({ ...reservation, holdId }, cause);
    if (hold.requestHash !== requestHash) throw keyReused();
    if (hold.status === 'open') return { ...reserved, holdId, hold };
  }
  throw new DomainError('conflict', 'This request has failed too many times. Please start over.');
}
