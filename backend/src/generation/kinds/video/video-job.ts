import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '@storyreel/contracts';
import { handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { entityOf } from '../../../eventsourcing/views/view';
import { keyOfMediaUrl } from '../../../infra/storage';
import { DomainError } from '../../../lib/domain-error';
import { isActive, JobKind, ownScene, projectAggregate, SceneCommand } from '../../../projects/storyboard';
import type { JobPrice, ProjectEvent, ProjectState, VideoAsked, VideoMade } from '../../../projects/storyboard';
import { decideQueue } from '../../domain/job-steps';
import type { RequestData } from '../../domain/job-steps';
import { JOB_COLUMNS, jobView } from '../../views/job.view';
import type { JobRow } from '../../views/job.view';

export const videoJobs = new JobKind<VideoAsked, VideoMade>('video');

export const VIDEO_QUEUE = 'videos';
/** Queue for fetching external images. It is separate, because a slow address must not occupy a slot for clips. */
export const START_IMAGE_QUEUE = 'start-images';

export const firstQueueOf = ({ imageUrl }: VideoAsked): string =>
  keyOfMediaUrl(imageUrl) === null ? START_IMAGE_QUEUE : VIDEO_QUEUE;

/** Data of a request. `imageUrl` is missing, since the decision uses the scene's main image at that time. */
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
 * Checks that the scene has a main image and room for a clip, and that the same clip is not already being made.
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

export const videoJobView = jobView<JobRow<'succeeded'>, VideoMade>({
  name: 'video_job',
  version: 1,
  kind: videoJobs,
  done: 'succeeded',
  columns: JOB_COLUMNS,
  queued: (row) => row,
});

export const videoJobEntity = entityOf(videoJobView);
