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
import { decideQueueTrial, type TrialOf } from '../../domain/trial';
import { imageTrials } from './image-trials';

export type ImageTrialData = RequestData & JobPrice & TrialOf & Pick<ImagesAsked, 'prompt' | 'model'>;

export class QueueImageTrial extends SceneCommand<ImageTrialData> {}

export const decideQueueImageTrial = (
  { data }: Pick<QueueImageTrial, 'data'>,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] =>
  decideQueueTrial(data, state, env, (environment) => {
    const slotIds = Array.from({ length: LIMITS.imagesPerGeneration }, () => environment.nextId());
    return imageTrials.queued({ ...data, slotIds, generation: 0, bulk: false });
  });

export const QueueImageTrialHandler = handlerFor(QueueImageTrial, projectAggregate, decideQueueImageTrial);
