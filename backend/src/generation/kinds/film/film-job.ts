import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { DomainError, notFound } from '../../../lib/domain-error';
import { isActive, JobKind, ownProject, projectAggregate, repeated } from '../../../projects/storyboard';
import type {
  FilmAsked,
  FilmMade,
  GenerationJob,
  JobPrice,
  ProjectEvent,
  ProjectState,
} from '../../../projects/storyboard';
import { CANCELLED, decideFail } from '../../domain/job-steps';
import type { RequestData } from '../../domain/job-steps';

export const filmJobs = new JobKind<FilmAsked, FilmMade>('film');
/** The provider name for films in ledgers, lists of runs and events. */
export const RENDERER = 'storyreel';
/** This queue runs one film at a time on each node, since a render uses all the cores that it is given. */
export const FILM_QUEUE = 'films';

export type FilmJobData = RequestData & JobPrice & FilmAsked;

export class QueueFilmJob extends AggregateCommand<ProjectState, FilmJobData> {}

/** Checks that no other film of the project is being made. @throws DomainError not_found, already_in_progress */
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

type OneFilm = { filmId: string };

/** Cancels a film that is being made, which releases its hold. */
export class CancelFilm extends AggregateCommand<ProjectState, OneFilm> {}
/** Removes a film from the list; cancels one that is still being made. */
export class RemoveFilm extends AggregateCommand<ProjectState, OneFilm> {}
export class RestoreFilm extends AggregateCommand<ProjectState, OneFilm> {}

/** @throws DomainError not_found */
function ownFilm(state: ProjectState, { filmId }: OneFilm, env: Environment): GenerationJob {
  const film = ownProject(state, env).jobs[filmId];
  if (!film || !filmJobs.isJob(film)) throw notFound();
  return film;
}

export function decideCancelFilm({ data }: CancelFilm, state: ProjectState, env: Environment): ProjectEvent[] {
  return isActive(ownFilm(state, data, env)) ? decideFail(state, data.filmId, CANCELLED) : [];
}

export function decideRemoveFilm({ data }: RemoveFilm, state: ProjectState, env: Environment): ProjectEvent[] {
  if (isActive(ownFilm(state, data, env))) return decideFail(state, data.filmId, CANCELLED);
  return state.removedFilmIds.includes(data.filmId) ? [] : [{ type: 'FilmRemoved', data }];
}

export function decideRestoreFilm({ data }: RestoreFilm, state: ProjectState, env: Environment): ProjectEvent[] {
  ownFilm(state, data, env);
  return state.removedFilmIds.includes(data.filmId) ? [{ type: 'FilmRestored', data }] : [];
}

export const CancelFilmHandler = handlerFor(CancelFilm, projectAggregate, decideCancelFilm);
export const RemoveFilmHandler = handlerFor(RemoveFilm, projectAggregate, decideRemoveFilm);
export const RestoreFilmHandler = handlerFor(RestoreFilm, projectAggregate, decideRestoreFilm);
