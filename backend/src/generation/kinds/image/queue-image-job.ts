import { LIMITS } from '@storyreel/contracts';
import { handlerFor } from '../../../platform/commands/command-handler';
import type { Environment } from '../../../platform/domain/aggregate';
import { DomainError } from '../../../platform/domain/domain-error';
import {
  type ImagesAsked,
  isActive,
  type JobPrice,
  ownScene,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
  SceneCommand,
} from '../../../storyboard';
import { decideQueue, type RequestData } from '../../domain/queue-job';
import { imageJobs } from './image-jobs';

/** Slots and the generation's number are left to the decision. */
export type ImageJobData = RequestData & JobPrice & Omit<ImagesAsked, 'generation' | 'slotIds'>;

export class QueueImageJob extends SceneCommand<ImageJobData> {}

/** One generation a scene at a time, and never more than 12 images. @throws DomainError */
export function checkMayGenerate(state: ProjectState, sceneId: string, owner: { ownerId: string }): void {
  const scene = ownScene(state, sceneId, owner);
  const running = Object.values(state.jobs).some(
    (job) => imageJobs.isJob(job) && job.sceneId === sceneId && isActive(job),
  );
  if (running) throw new DomainError('already_in_progress', 'Image generation is already in progress for this scene.');
  if (scene.images.length + LIMITS.imagesPerGeneration > LIMITS.assetsPerScene) {
    throw new DomainError('limit_reached', `A scene can have at most ${LIMITS.assetsPerScene} images.`);
  }
}

export function decideQueueImageJob(command: QueueImageJob, state: ProjectState, env: Environment): ProjectEvent[] {
  const { data } = command;
  return decideQueue(command, state, env, (scene) => {
    checkMayGenerate(state, data.sceneId, env);
    const slotIds = Array.from({ length: LIMITS.imagesPerGeneration }, () => env.nextId());
    return imageJobs.queued({ ...data, generation: scene.generation + 1, slotIds });
  });
}

export const QueueImageJobHandler = handlerFor(QueueImageJob, projectAggregate, decideQueueImageJob);
