import type { ImageSlotStatus, ImageStatus, Scene, UpdateSceneRequest } from '@storyreel/contracts';

/** A scene's status from its slots: work under way wins, then all done, then any failure, then nothing. */
export function recomputeImageStatus(statuses: readonly ImageSlotStatus[]): ImageStatus {
  if (statuses.includes('processing')) return 'processing';
  if (statuses.length > 0 && statuses.every((status) => status === 'complete')) return 'complete';
  return statuses.includes('failed') ? 'failed' : 'idle';
}

type Slots = Pick<Scene, 'imageStatuses' | 'imageStatus'>;

/** The PATCH that gives up on the slots still processing; null when none is. */
export function failProcessingSlots(scene: Slots): UpdateSceneRequest | null {
  if (!scene.imageStatuses.includes('processing')) return null;
  const imageStatuses = scene.imageStatuses.map((status) => (status === 'processing' ? 'failed' : status));
  return { imageStatuses, imageStatus: recomputeImageStatus(imageStatuses), idempotencyKey: null };
}

/** Clearing is offered when a slot failed, or when one is processing though nobody works on it. */
export const canClearImages = (statuses: readonly ImageSlotStatus[], busy: boolean): boolean =>
  statuses.includes('failed') || (statuses.includes('processing') && !busy);

/** What is done for a scene that is opened while it still says 'processing', one step at a time and without I/O. */
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
  /** Nothing to do, or left as it is so that the user can retry by hand. */
  | { type: 'end' };

export interface RecoveryStep {
  state: RecoveryState;
  effect: RecoveryEffect;
}

const ENDED: RecoveryState = { step: 'ended' };
const end: RecoveryStep = { state: ENDED, effect: { type: 'end' } };

/** msSinceStart: how long ago this window started a job for the scene; null if it did not. */
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
