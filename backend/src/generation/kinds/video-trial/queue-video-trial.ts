import { handlerFor } from '../../../platform/commands/command-handler';
import type { Environment } from '../../../platform/domain/aggregate';
import {
  type JobPrice,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
  SceneCommand,
  type VideoAsked,
} from '../../../storyboard';
import type { RequestData } from '../../domain/queue-job';
import { decideQueueTrial, type TrialOf } from '../../domain/trial';
import { videoTrials } from './video-trials';

/** `imageUrl`: the picture that the first run started from, whatever the scene's main image is by now. */
export type VideoTrialData = RequestData & JobPrice & TrialOf & VideoAsked;

export class QueueVideoTrial extends SceneCommand<VideoTrialData> {}

export const decideQueueVideoTrial = (
  { data }: Pick<QueueVideoTrial, 'data'>,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] => decideQueueTrial(data, state, env, () => videoTrials.queued(data));

export const QueueVideoTrialHandler = handlerFor(QueueVideoTrial, projectAggregate, decideQueueVideoTrial);
