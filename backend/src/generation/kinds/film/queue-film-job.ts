import { AggregateCommand, handlerFor } from '../../../platform/commands/command-handler';
import type { Environment } from '../../../platform/domain/aggregate';
import { DomainError } from '../../../platform/domain/domain-error';
import {
  type FilmAsked,
  isActive,
  type JobPrice,
  ownProject,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
  repeated,
} from '../../../storyboard';
import type { RequestData } from '../../domain/queue-job';
import { filmJobs } from './film-jobs';

export type FilmJobData = RequestData & JobPrice & FilmAsked;

export class QueueFilmJob extends AggregateCommand<ProjectState, FilmJobData> {}

/** One film of a project at a time. @throws DomainError not_found, already_in_progress */
export function checkMayFilm(state: ProjectState, owner: { ownerId: string }): void {
  const jobs = Object.values(ownProject(state, owner).jobs);
  if (jobs.some((job) => filmJobs.isJob(job) && isActive(job))) {
    throw new DomainError('already_in_progress', 'A film of this project is already being made.');
  }
}

export function decideQueueFilmJob({ data }: QueueFilmJob, state: ProjectState, env: Environment): ProjectEvent[] {
  if (repeated(ownProject(state, env).jobs, data)) return [];
  checkMayFilm(state, env);
  return [filmJobs.queued({ ...data, sceneId: null })];
}

export const QueueFilmJobHandler = handlerFor(QueueFilmJob, projectAggregate, decideQueueFilmJob);
