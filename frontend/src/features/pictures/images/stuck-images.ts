import type { ImageSlotStatus, ImageStatus, Scene, UpdateSceneRequest } from '@storyreel/contracts';

/**
 * Derives a scene's status from its slots: processing if any slot is, complete if all slots are, failed if any slot is,
 * otherwise none.
 */
export function recomputeImageStatus(statuses: readonly ImageSlotStatus[]): ImageStatus {
  if (statuses.includes('processing')) return 'processing';
  if (statuses.length > 0 && statuses.every((status) => status === 'complete')) return 'complete';
  return statuses.includes('failed') ? 'failed' : 'idle';
}

type Slots = Pick<Scene, 'imageStatuses' | 'imageStatus'>;

/** Builds the PATCH request that marks slots as failed which are still processing; null when there are none. */
export function failProcessingSlots(scene: Slots): UpdateSceneRequest | null {
  if (!scene.imageStatuses.includes('processing')) return null;
  const imageStatuses = scene.imageStatuses.map((status) => (status === 'processing' ? 'failed' : status));
  return { imageStatuses, imageStatus: recomputeImageStatus(imageStatuses), idempotencyKey: null };
}

/** Returns true when clearing should be offered: when a slot has failed, or is processing without a job. */
export const canClearImages = (statuses: readonly ImageSlotStatus[], busy: boolean): boolean =>
  statuses.includes('failed') || (statuses.includes('processing') && !busy);

/** Recovery of a scene whose status is 'processing' when it is opened: a state machine without I/O. */
const RECOVERY = { firstCheckMs: 1_000, secondCheckMs: 2_000, networkRetryMs: 5_000, recentStartMs: 10_000 };

type RecoveryState = { step: 'waiting' | 'checking'; check: 'first' | 'second'; retried: boolean } | { step: 'ended' };

export type RecoveryEvent =
  | { type: 'timerFired' }
  | { type: 'queueRead'; activeJobId: string | null; hasJobIds: boolean }
  | { type: 'networkFailed' };

export type RecoveryEffect =
  | { type: 'wait'; ms: number }
  | { type: 'readQueue' }
  | { type: 'resumePolling'; jobId: string }
  | { type: 'markFailed' }
  /** The recovery is finished, or the scene is left unchanged so that the user can retry. */
  | { type: 'end' };

export interface RecoveryStep {
  state: RecoveryState;
  effect: RecoveryEffect;
}

const ENDED: RecoveryState = { step: 'ended' };
const end: RecoveryStep = { state: ENDED, effect: { type: 'end' } };

/**
 * Starts a recovery.
 * @param msSinceStart milliseconds since this window last started a job for the scene; null if it never did
 */
export function startRecovery(msSinceStart: number | null): RecoveryStep {
  if (msSinceStart !== null && msSinceStart < RECOVERY.recentStartMs) return end;
  return {
    state: { step: 'waiting', check: 'first', retried: false },
    effect: { type: 'wait', ms: RECOVERY.firstCheckMs },
  };
}

export function continueRecovery(state: RecoveryState, event: RecoveryEvent): RecoveryStep {
  if (state.step === 'ended') return end;
  switch (event.type) {
    case 'timerFired':
      return { state: { ...state, step: 'checking' }, effect: { type: 'readQueue' } };
    case 'networkFailed':
      if (state.retried) return end;
      return {
        state: { step: 'waiting', check: state.check, retried: true },
        effect: { type: 'wait', ms: RECOVERY.networkRetryMs },
      };
    case 'queueRead':
      if (event.activeJobId !== null) {
        return { state: ENDED, effect: { type: 'resumePolling', jobId: event.activeJobId } };
      }
      if (!event.hasJobIds) return end;
      if (state.check === 'second') return { state: ENDED, effect: { type: 'markFailed' } };
      return {
        state: { step: 'waiting', check: 'second', retried: state.retried },
        effect: { type: 'wait', ms: RECOVERY.secondCheckMs },
      };
    default: {
      const impossible: never = event;
      return impossible;
    }
  }
}
