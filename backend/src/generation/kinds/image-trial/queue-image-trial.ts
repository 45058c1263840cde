import { LIMITS } from '@storyreel/contracts';
import { handlerFor } from '../../../platform/commands/command-handler';
import type { Environment } from '../../../platform/domain/aggregate';
import {
  type ImagesAsked,
  type JobPrice,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
  SceneCommand,
} from '../../../storyboard';
import type { RequestData } from '../../domain/queue-job';
import { decideQueueRerun, type RerunOf } from '../../domain/trial';
import { imageReruns } from './image-trials';

export type ImageRerunData = RequestData & JobPrice & RerunOf & Pick<ImagesAsked, 'prompt' | 'model'>;

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
