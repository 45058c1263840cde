import { Injectable } from '@nestjs/common';
import { LIMITS } from '@storyreel/contracts';
import { handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { refusable } from '../../../eventsourcing/refusals/refusals';
import { JobWorker } from '../../../eventsourcing/reactors/reactor';
import { JobKind, projectAggregate, SceneCommand } from '../../../projects/storyboard';
import type {
  ImagesAsked,
  ImagesMade,
  JobPrice,
  ProjectEvent,
  ProjectState,
  RerunOf,
} from '../../../projects/storyboard';
import type { RequestData } from '../../domain/job-steps';
import { decideQueueRerun } from '../../domain/rerun';
import { queueJobReactor } from '../../workers/job-queue';
import type { KindParts, KindReplay } from '../../workers/kind-parts';
import { imageReplay, replayedBy, RunImageJob } from './run-image-job';

/**
 * Images of a rerun, which stay outside the scene until they are kept (ADR 0018). A scene's fold ignores these events.
 */
export const imageReruns = new JobKind<ImagesAsked & RerunOf, ImagesMade>('imageTrial');

type ImageRerunData = RequestData &
  JobPrice &
  RerunOf &
  Pick<ImagesAsked, 'prompt' | 'model' | 'format' | 'references' | 'looks'>;

export class QueueImageRerun extends SceneCommand<ImageRerunData> {}

export const decideQueueImageRerun = (
  { data }: Pick<QueueImageRerun, 'data'>,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] =>
  decideQueueRerun(data, state, env, (environment) => {
    const slotIds = Array.from({ length: LIMITS.imagesPerGeneration }, () => environment.nextId());
    return imageReruns.queued({ ...data, slotIds, generation: 0, bulk: false });
  });

export const QueueImageRerunHandler = handlerFor(QueueImageRerun, projectAggregate, decideQueueImageRerun);

const IMAGE_RERUN_QUEUE = 'image-trials';

/** Like the worker of a scene's own images, but with a separate queue, so that reruns do not delay creators. */
@Injectable()
@JobWorker()
class RunImageRerun extends RunImageJob {
  override readonly queue = IMAGE_RERUN_QUEUE;
  override readonly kind = imageReruns;

  protected override picturesOwner(queued: ImagesAsked): string {
    return (queued as ImagesAsked & RerunOf).sceneOwnerId;
  }
}

const imageRerunReplay: KindReplay = {
  ...imageReplay,
  queue: ({ queued }, _context, state, environment) => {
    const data = queued as ImageRerunData & { sceneId: string };
    return decideQueueImageRerun({ data }, state, environment);
  },
  worker: replayedBy(RunImageRerun),
};

export const imageRerunKind: KindParts = {
  kind: imageReruns,
  replay: imageRerunReplay,
  refusals: [refusable(QueueImageRerun, projectAggregate, decideQueueImageRerun)],
  views: [],
  processes: [queueJobReactor(imageReruns, () => IMAGE_RERUN_QUEUE)],
  pushRules: [],
  controllers: [],
  providers: [QueueImageRerunHandler, RunImageRerun],
};
