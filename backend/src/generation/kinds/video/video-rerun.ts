import { Injectable } from '@nestjs/common';
import { handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { refusable } from '../../../eventsourcing/refusals/refusals';
import { JobWorker } from '../../../eventsourcing/reactors/reactor';
import { JobKind, projectAggregate, SceneCommand } from '../../../projects/storyboard';
import type {
  GenerationJob,
  JobPrice,
  ProjectEvent,
  ProjectState,
  RerunOf,
  VideoAsked,
  VideoMade,
} from '../../../projects/storyboard';
import type { RequestData } from '../../domain/job-steps';
import { decideQueueRerun } from '../../domain/rerun';
import { queueJobReactor } from '../../workers/job-queue';
import type { KindParts, KindReplay } from '../../workers/kind-parts';
import { replayedBy, RunVideoJob, videoReplay } from './run-video-job';
import type { StartsFrom } from './run-video-job';

/** Clip of a rerun, which stays outside the scene until it is kept (ADR 0018). A scene's fold ignores these events. */
export const videoReruns = new JobKind<VideoAsked & RerunOf, VideoMade>('videoTrial');

/** `imageUrl` is the start image of the first run, even if the scene's main image has changed since. */
type VideoRerunData = RequestData & JobPrice & RerunOf & VideoAsked;

export class QueueVideoRerun extends SceneCommand<VideoRerunData> {}

export const decideQueueVideoRerun = (
  { data }: Pick<QueueVideoRerun, 'data'>,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] => decideQueueRerun(data, state, env, () => videoReruns.queued(data));

export const QueueVideoRerunHandler = handlerFor(QueueVideoRerun, projectAggregate, decideQueueVideoRerun);

const VIDEO_RERUN_QUEUE = 'video-trials';

/**
 * Like the worker of a scene's own clips, but with a separate queue, so that reruns do not delay creators. The image
 * belongs to the scene's owner. An external image is fetched here, since a slow address delays only other reruns.
 */
@Injectable()
@JobWorker()
class RunVideoRerun extends RunVideoJob {
  override readonly queue = VIDEO_RERUN_QUEUE;
  override readonly kind = videoReruns;

  protected override startsFrom({ queued }: GenerationJob<VideoAsked & RerunOf>): Promise<StartsFrom> {
    return Promise.resolve({ url: queued.imageUrl, ownerId: queued.sceneOwnerId });
  }
}

const videoRerunReplay: KindReplay = {
  ...videoReplay,
  queue: ({ queued }, _context, state, environment) => {
    const data = queued as VideoRerunData & { sceneId: string };
    return decideQueueVideoRerun({ data }, state, environment);
  },
  worker: replayedBy(RunVideoRerun),
};

export const videoRerunKind: KindParts = {
  kind: videoReruns,
  replay: videoRerunReplay,
  refusals: [refusable(QueueVideoRerun, projectAggregate, decideQueueVideoRerun)],
  views: [],
  processes: [queueJobReactor(videoReruns, () => VIDEO_RERUN_QUEUE)],
  pushRules: [],
  controllers: [],
  providers: [QueueVideoRerunHandler, RunVideoRerun],
};
