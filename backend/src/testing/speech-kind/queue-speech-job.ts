import { handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { type JobPrice, projectAggregate, type ProjectEvent, type ProjectState, SceneCommand } from '../../storyboard';
import { decideQueue, type RequestData } from '../../generation/domain/queue-job';
import { type SpeechAsked, speechJobs } from './speech-jobs';

export class QueueSpeechJob extends SceneCommand<RequestData & JobPrice & SpeechAsked> {}

export const decideQueueSpeechJob = (command: QueueSpeechJob, state: ProjectState, env: Environment): ProjectEvent[] =>
  decideQueue(command, state, env, ({ id: sceneId }) => speechJobs.queued({ ...command.data, sceneId }));

export const QueueSpeechJobHandler = handlerFor(QueueSpeechJob, projectAggregate, decideQueueSpeechJob);
