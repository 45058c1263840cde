import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '@storyreel/contracts';
import type { CommandContext } from '../../../platform/commands/command-context';
import { AggregateCommand, handlerFor } from '../../../platform/commands/command-handler';
import type { Environment } from '../../../platform/domain/aggregate';
import { DomainError } from '../../../platform/domain/domain-error';
import {
  type GenerationJob,
  isActive,
  ownScene,
  projectAggregate,
  type ProjectEvent,
  type ProjectEvents,
  type ProjectState,
  repeated,
} from '../../../projects';

/** `imageUrl` is left to the decision: the scene's main image as it is then. */
export type VideoRequestData = Omit<ProjectEvents['VideoJobQueued'], 'imageUrl'> & { projectId: string };

export class QueueVideoJob extends AggregateCommand<ProjectState> {
  constructor(
    readonly data: VideoRequestData,
    readonly context: CommandContext,
  ) {
    super();
  }

  get aggregateId(): string {
    return this.data.projectId;
  }
}

type Clip = Pick<VideoRequestData, 'sceneId' | 'modelId' | 'prompt' | 'seconds' | 'settings'>;

function isSameClip({ kind, queued }: GenerationJob, wanted: Clip): boolean {
  if (kind !== 'video') return false;
  const { sceneId, modelId, prompt, seconds, settings } = queued as ProjectEvents['VideoJobQueued'];
  const { sceneId: ofScene, modelId: model, prompt: words, seconds: length, settings: wantedSettings } = wanted;
  return isDeepStrictEqual(
    { sceneId, modelId, prompt, seconds, settings },
    { sceneId: ofScene, modelId: model, prompt: words, seconds: length, settings: wantedSettings },
  );
}

/**
 * A clip needs a main image and a free place, and the same clip is not made twice at once.
 * @returns the main image's address
 * @throws DomainError
 */
export function checkMayAnimate(state: ProjectState, request: Clip, owner: { ownerId: string }): string {
  const scene = ownScene(state, request.sceneId, owner);
  const url = scene.images.find((slot) => slot.id === scene.mainImageId)?.url;
  if (!url) throw new DomainError('bad_request', 'Please generate or upload an image for this scene first.');
  const running = Object.values(state.jobs).some((job) => isActive(job) && isSameClip(job, request));
  if (running) throw new DomainError('already_in_progress', 'This video is already in progress.');
  if (scene.videos.length >= LIMITS.assetsPerScene) {
    throw new DomainError('limit_reached', `A scene holds at most ${LIMITS.assetsPerScene} videos.`);
  }
  return url;
}

/** Where a request becomes a job: one id, one job, ever. @throws DomainError */
export function decideQueueVideoJob({ data }: QueueVideoJob, state: ProjectState, env: Environment): ProjectEvent[] {
  ownScene(state, data.sceneId, env);
  if (repeated(state.jobs, data)) return [];
  const imageUrl = checkMayAnimate(state, data, env);
  const { projectId: _, ...request } = data;
  return [{ type: 'VideoJobQueued', data: { ...request, imageUrl } }];
}

export const QueueVideoJobHandler = handlerFor(QueueVideoJob, projectAggregate, decideQueueVideoJob);
