import { handlerFor } from '../../eventsourcing/commands/command-handler';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import {
  type JobPrice,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
  SceneCommand,
} from '../../projects/storyboard';
import { decideQueue, type RequestData } from '../../generation/domain/job-steps';
import { type MusicAsked, musicJobs } from './music-jobs';

export class QueueMusicJob extends SceneCommand<RequestData & JobPrice & MusicAsked> {}

export const decideQueueMusicJob = (command: QueueMusicJob, state: ProjectState, env: Environment): ProjectEvent[] =>
  decideQueue(command, state, env, ({ id: sceneId }) => musicJobs.queued({ ...command.data, sceneId }));

export const QueueMusicJobHandler = handlerFor(QueueMusicJob, projectAggregate, decideQueueMusicJob);
