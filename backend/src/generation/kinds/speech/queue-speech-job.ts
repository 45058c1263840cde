import { handlerFor } from '../../../platform/commands/command-handler';
import type { Environment } from '../../../platform/domain/aggregate';
import { DomainError } from '../../../platform/domain/domain-error';
import {
  isActive,
  type JobPrice,
  ownScene,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
  SceneCommand,
  type SpeechAsked,
} from '../../../storyboard';
import { decideQueue, type RequestData } from '../../domain/queue-job';
import { speechJobs } from './speech-jobs';

/** Words and voice are those that the scene and its project had when it was asked for. */
export type SpeechJobData = RequestData & JobPrice & SpeechAsked;

export class QueueSpeechJob extends SceneCommand<SpeechJobData> {}

/** A scene has one line, which is not spoken twice at once. @throws DomainError not_found, already_in_progress */
export function checkMaySpeak(state: ProjectState, sceneId: string, owner: { ownerId: string }): void {
  ownScene(state, sceneId, owner);
  const isRunning = Object.values(state.jobs).some(
    (job) => job.sceneId === sceneId && isActive(job) && speechJobs.isJob(job),
  );
  if (isRunning) throw new DomainError('already_in_progress', 'This scene’s narration is already being generated.');
}

export function decideQueueSpeechJob(command: QueueSpeechJob, state: ProjectState, env: Environment): ProjectEvent[] {
  const { data } = command;
  return decideQueue(command, state, env, () => {
    checkMaySpeak(state, data.sceneId, env);
    return speechJobs.queued(data);
  });
}

export const QueueSpeechJobHandler = handlerFor(QueueSpeechJob, projectAggregate, decideQueueSpeechJob);
