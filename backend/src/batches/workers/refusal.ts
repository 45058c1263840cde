import type { BatchPause, ErrorCode } from '@storyreel/contracts';
import type { DomainError } from '../../platform/domain/domain-error';
import { SCENE_DELETED } from '../batch-prices';

/** What a refusal means for a batch: it waits for its owner, it passes the scene over, or the scene has failed. */
type Refusal = { pause: BatchPause } | { outcome: 'skipped' | 'failed'; error: string };

/** Of the scene as it is: asking again would not help. */
const PASSED_OVER: readonly ErrorCode[] = ['bad_request', 'limit_reached', 'already_in_progress'];
/** Of the moment: the job is tried again. */
const TEMPORARY: readonly ErrorCode[] = ['conflict', 'too_many_requests', 'unavailable'];

/** @throws the error itself, where the job is to be tried again */
export function refusalOf(error: DomainError): Refusal {
  const { code, message } = error;
  if (code === 'insufficient_zaps' || code === 'budget_reached') return { pause: { code, message, zaps: null } };
  if (code === 'not_found') return { outcome: 'skipped', error: SCENE_DELETED };
  if (PASSED_OVER.includes(code)) return { outcome: 'skipped', error: message };
  if (TEMPORARY.includes(code)) throw error;
  return { outcome: 'failed', error: message };
}
