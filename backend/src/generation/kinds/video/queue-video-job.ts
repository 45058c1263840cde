import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '@storyreel/contracts';
import { handlerFor } from '../../../platform/commands/command-handler';
import type { Environment } from '../../../platform/domain/aggregate';
import { DomainError } from '../../../platform/domain/domain-error';
import {
  isActive,
  type JobPrice,
  ownScene,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
  SceneCommand,
  type VideoAsked,
} from '../../../storyboard';
import { decideQueue, type RequestData } from '../../domain/queue-job';
import { videoJobs } from './video-jobs';

/** `imageUrl` is left to the decision: the scene's main image as it is then. */
export type VideoJobData = RequestData & JobPrice & Omit<VideoAsked, 'imageUrl'>;

export class QueueVideoJob extends SceneCommand<VideoJobData> {}

type Clip = { sceneId: string } & Omit<VideoAsked, 'imageUrl'>;

const clipOf = ({
  sceneId,
  modelId,
  prompt,
  seconds,
  settings,
}: Omit<Clip, 'sceneId'> & { sceneId: string | null }) => ({
  sceneId,
  modelId,
  prompt,
  seconds,
  settings,
});

/**
 * A clip needs a main image and a free place, and the same clip is not made twice at once.
 * @returns the main image's address
 * @throws DomainError
 */
export function checkMayAnimate(state: ProjectState, request: Clip, owner: { ownerId: string }): string {
  const scene = ownScene(state, request.sceneId, owner);
  const url = scene.images.find((slot) => slot.id === scene.mainImageId)?.url;
  if (!url) throw new DomainError('bad_request', 'Please generate or upload an image for this scene first.');
  const wanted = clipOf(request);
  const running = Object.values(state.jobs).some(
    (job) => isActive(job) && videoJobs.isJob(job) && isDeepStrictEqual(clipOf(job.queued), wanted),
  );
  if (running) throw new DomainError('already_in_progress', 'This clip is already being generated.');
  if (scene.videos.length >= LIMITS.assetsPerScene) {
    throw new DomainError('limit_reached', `A scene can have at most ${LIMITS.assetsPerScene} clips.`);
  }
  return url;
}

export function decideQueueVideoJob(command: QueueVideoJob, state: ProjectState, env: Environment): ProjectEvent[] {
  const { data } = command;
  return decideQueue(command, state, env, () => {
    const imageUrl = checkMayAnimate(state, data, env);
    return videoJobs.queued({ ...data, imageUrl });
  });
}

export const QueueVideoJobHandler = handlerFor(QueueVideoJob, projectAggregate, decideQueueVideoJob);
