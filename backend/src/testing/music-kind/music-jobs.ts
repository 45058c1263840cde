import { handlerFor } from '../../eventsourcing/commands/command-handler';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import {
  JobKind,
  type JobPrice,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
  SceneCommand,
} from '../../projects/storyboard';
import { decideQueue, type RequestData } from '../../generation/domain/job-steps';

export interface MusicAsked {
  text: string;
  voice: string;
}
export interface MusicMade {
  audioUrl: string;
}

export const musicJobs = new JobKind<MusicAsked, MusicMade>('music');

export class QueueMusicJob extends SceneCommand<RequestData & JobPrice & MusicAsked> {}

export const decideQueueMusicJob = (command: QueueMusicJob, state: ProjectState, env: Environment): ProjectEvent[] =>
  decideQueue(command, state, env, ({ id: sceneId }) => musicJobs.queued({ ...command.data, sceneId }));

export const QueueMusicJobHandler = handlerFor(QueueMusicJob, projectAggregate, decideQueueMusicJob);
