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
import { decideQueueRerun, type RerunOf } from '../../domain/trial';
import { videoReruns } from './video-trials';

/** `imageUrl`: the picture that the first run started from, whatever the scene's main image is by now. */
export type VideoRerunData = RequestData & JobPrice & RerunOf & VideoAsked;

export class QueueVideoRerun extends SceneCommand<VideoRerunData> {}

export const decideQueueVideoRerun = (
  { data }: Pick<QueueVideoRerun, 'data'>,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] => decideQueueRerun(data, state, env, () => videoReruns.queued(data));

export const QueueVideoRerunHandler = handlerFor(QueueVideoRerun, projectAggregate, decideQueueVideoRerun);
