import type { UpdateSceneRequest } from '@storyreel/contracts';
import { DomainError } from '../../platform/domain/domain-error';
import type { ImageSlot, SceneState } from './scene-state';
import { isActive } from './jobs';
import type { ProjectEvent } from './events';
import type { ProjectState } from './project-aggregate';

type Lists = Pick<UpdateSceneRequest, 'imageUrls' | 'imageStatuses' | 'imageJobIds'>;

const refuse = (): never => {
  throw new DomainError(
    'bad_request',
    'imageUrls, imageStatuses and imageJobIds may only drop slots or mark processing ones failed.',
  );
};

const mayBecome = (slot: ImageSlot, status: string | undefined): boolean =>
  status === undefined || status === slot.status || (slot.status === 'processing' && status === 'failed');

/**
 * What a PATCH of the parallel lists means: its entries, in order, must be slots that are there; those left out are
 * dropped, and a processing one may be called failed. @throws DomainError bad_request for anything else
 */
export function slotChanges(state: ProjectState, scene: SceneState, lists: Lists): ProjectEvent[] {
  const given = [lists.imageUrls, lists.imageStatuses, lists.imageJobIds].filter((list) => list !== undefined);
  const [first] = given;
  if (!first) return [];
  if (given.some((list) => list.length !== first.length)) refuse();

  const kept: { slot: ImageSlot; status: string | undefined }[] = [];
  let next = 0;
  for (let entry = 0; entry < first.length; entry++) {
    const status = lists.imageStatuses?.[entry];
    const found = scene.images.findIndex(
      (slot, index) =>
        index >= next &&
        (lists.imageUrls === undefined || lists.imageUrls[entry] === slot.url) &&
        (lists.imageJobIds === undefined || lists.imageJobIds[entry] === slot.jobId) &&
        mayBecome(slot, status),
    );
    const slot = scene.images[found] ?? refuse();
    kept.push({ slot, status });
    next = found + 1;
  }
  const keptIds = new Set(kept.map(({ slot }) => slot.id));
  const dropped = scene.images.filter((slot) => !keptIds.has(slot.id)).map((slot) => slot.id);
  const failed = kept
    .filter(({ slot, status }) => status !== undefined && status !== slot.status)
    .map(({ slot }) => slot.id);
  return [
    ...(dropped.length > 0
      ? [{ type: 'ImageSlotsRemoved' as const, data: { sceneId: scene.id, slotIds: dropped } }]
      : []),
    ...(failed.length > 0 ? [{ type: 'ImageSlotsFailed' as const, data: { sceneId: scene.id, slotIds: failed } }] : []),
    ...abandonedJobs(state, scene, new Set([...dropped, ...failed])),
  ];
}

/** A job none of whose slots waits for it any more has failed: its zaps must come back. */
export function abandonedJobs(state: ProjectState, scene: SceneState, gone: ReadonlySet<string>): ProjectEvent[] {
  const waiting = new Set(
    scene.images.filter((slot) => slot.status === 'processing' && !gone.has(slot.id)).map((slot) => slot.jobId),
  );
  return Object.values(state.jobs)
    .filter((job) => job.kind === 'image' && job.sceneId === scene.id && isActive(job) && !waiting.has(job.jobId))
    .map((job) => ({
      type: 'ImageJobFailed' as const,
      data: { jobId: job.jobId, sceneId: scene.id, error: 'The generation was cleared.' },
    }));
}
