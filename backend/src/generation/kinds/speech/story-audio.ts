import { AggregateCommand, handlerFor } from '../../../platform/commands/command-handler';
import type { Environment } from '../../../platform/domain/aggregate';
import { DomainError } from '../../../platform/domain/domain-error';
import {
  type GenerationJob,
  isActive,
  type JobPrice,
  ownProject,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
  repeated,
  type SpeechAsked,
} from '../../../storyboard';
import { CANCELLED, decideFail } from '../../domain/job-steps';
import type { RequestData } from '../../domain/queue-job';
import { speechJobs } from './speech-jobs';

export type StoryAudioData = RequestData & JobPrice & SpeechAsked;

/** Has a project's whole story read aloud. */
export class QueueStoryAudio extends AggregateCommand<ProjectState, StoryAudioData> {}
/** Ends it: what is held for it comes back. */
export class CancelStoryAudio extends AggregateCommand<ProjectState, object> {}

/** Those that are not over: one at most. */
const running = ({ jobs }: ProjectState): GenerationJob | undefined =>
  Object.values(jobs).find((job) => job.sceneId === null && speechJobs.isJob(job) && isActive(job));

/** @throws DomainError not_found, already_in_progress */
export function checkMayReadAloud(state: ProjectState, owner: { ownerId: string }): void {
  if (running(ownProject(state, owner))) {
    throw new DomainError('already_in_progress', 'This story’s audio is already being generated.');
  }
}

export function decideQueueStoryAudio(
  { data }: Pick<QueueStoryAudio, 'data'>,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  if (repeated(ownProject(state, env).jobs, data)) return [];
  checkMayReadAloud(state, env);
  return [speechJobs.queued({ ...data, sceneId: null })];
}

export function decideCancelStoryAudio(_: CancelStoryAudio, state: ProjectState, env: Environment): ProjectEvent[] {
  const job = running(ownProject(state, env));
  return job ? decideFail(state, job.jobId, CANCELLED) : [];
}

export const QueueStoryAudioHandler = handlerFor(QueueStoryAudio, projectAggregate, decideQueueStoryAudio);
export const CancelStoryAudioHandler = handlerFor(CancelStoryAudio, projectAggregate, decideCancelStoryAudio);
