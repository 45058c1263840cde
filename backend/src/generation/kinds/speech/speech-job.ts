import { handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { DomainError } from '../../../lib/domain-error';
import { isActive, JobKind, ownScene, projectAggregate, SceneCommand } from '../../../projects/storyboard';
import type { JobPrice, ProjectEvent, ProjectState, SpeechAsked, SpeechMade } from '../../../projects/storyboard';
import { decideQueue } from '../../domain/job-steps';
import type { RequestData } from '../../domain/job-steps';

export const speechJobs = new JobKind<SpeechAsked, SpeechMade>('speech');

/** Data of a request, with text and voice of the scene and its project at the time of the request. */
export type SpeechJobData = RequestData & JobPrice & SpeechAsked;

export class QueueSpeechJob extends SceneCommand<SpeechJobData> {}

/** Checks that no narration of the scene is running. @throws DomainError not_found, already_in_progress */
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
