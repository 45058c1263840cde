import { LIMITS } from '@storyreel/contracts';
import { handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { DomainError } from '../../../lib/domain-error';
import { findDone, isActive, JobKind, ownScene, projectAggregate, SceneCommand } from '../../../projects/storyboard';
import type { ImagesAsked, ImagesMade, JobPrice, ProjectEvent, ProjectState } from '../../../projects/storyboard';
import { decideFail, decideQueue } from '../../domain/job-steps';
import type { RequestData } from '../../domain/job-steps';

export const imageJobs = new JobKind<ImagesAsked, ImagesMade>('image');

/** Data of a request. The slots and the generation number are missing, since the decision assigns them. */
export type ImageJobData = RequestData & JobPrice & Omit<ImagesAsked, 'generation' | 'slotIds'>;

export class QueueImageJob extends SceneCommand<ImageJobData> {}

/**
 * Returns the number of images that a request makes: one if it replaces another image, otherwise several to choose
 * from.
 */
export const countOf = ({ replaces }: Pick<ImagesAsked, 'replaces'>): number =>
  replaces === undefined ? LIMITS.imagesPerGeneration : 1;

/** Allows one generation per scene at a time, and at most 12 images. @throws DomainError */
export function checkMayGenerate(
  state: ProjectState,
  sceneId: string,
  owner: { ownerId: string },
  asked: Pick<ImagesAsked, 'replaces'> = {},
): void {
  const scene = ownScene(state, sceneId, owner);
  const running = Object.values(state.jobs).some(
    (job) => imageJobs.isJob(job) && job.sceneId === sceneId && isActive(job),
  );
  if (running) throw new DomainError('already_in_progress', 'Image generation is already in progress for this scene.');
  if (scene.images.length + countOf(asked) > LIMITS.assetsPerScene) {
    throw new DomainError('limit_reached', `A scene can have at most ${LIMITS.assetsPerScene} images.`);
  }
}

export function decideQueueImageJob(command: QueueImageJob, state: ProjectState, env: Environment): ProjectEvent[] {
  const { data } = command;
  return decideQueue(command, state, env, (scene) => {
    checkMayGenerate(state, data.sceneId, env, data);
    const slotIds = Array.from({ length: countOf(data) }, () => env.nextId());
    return imageJobs.queued({ ...data, generation: scene.generation + 1, slotIds });
  });
}

export const QueueImageJobHandler = handlerFor(QueueImageJob, projectAggregate, decideQueueImageJob);

export class CleanupDeadImages extends SceneCommand {}

/** Drops every slot without an image. A running job of such a slot is cancelled, which releases its hold. */
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

/** Returns the number of dropped and of remaining slots. */
export const cleanupResult = ({ data, context }: CleanupDeadImages, state: ProjectState) => ({
  removedCount: findDone(state, context)?.count ?? 0,
  remainingCount: state.scenes[data.sceneId]?.images.length ?? 0,
});
