import { handlerFor } from '../../../platform/commands/command-handler';
import type { Environment } from '../../../platform/domain/aggregate';
import {
  findDone,
  ownScene,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
  SceneCommand,
} from '../../../storyboard';
import { decideFail } from '../../domain/job-steps';

export class CleanupDeadImages extends SceneCommand {}

/** Drops every slot that holds no image. A job that still ran for one of them is cancelled, so its zaps come back. */
export function decideCleanup(
  { data, context }: CleanupDeadImages,
  state: ProjectState,
  environment: Environment,
): ProjectEvent[] {
  const scene = ownScene(state, data.sceneId, environment);
  const dead = scene.images.filter((slot) => slot.status !== 'complete');
  if (dead.length === 0 || findDone(state, context)) return [];
  const jobIds = new Set(dead.flatMap((slot) => (slot.status === 'processing' && slot.jobId ? [slot.jobId] : [])));
  return [
    ...[...jobIds].flatMap((jobId) => decideFail(state, jobId, 'The generation was cleared.')),
    { type: 'ImageSlotsRemoved', data: { sceneId: scene.id, slotIds: dead.map((slot) => slot.id) } },
  ];
}

export const CleanupDeadImagesHandler = handlerFor(CleanupDeadImages, projectAggregate, decideCleanup);

/** How many slots went and how many are left. */
export const cleanupResult = ({ data, context }: CleanupDeadImages, state: ProjectState) => ({
  removedCount: findDone(state, context)?.count ?? 0,
  remainingCount: state.scenes[data.sceneId]?.images.length ?? 0,
});
