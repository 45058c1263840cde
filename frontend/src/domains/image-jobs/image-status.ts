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
