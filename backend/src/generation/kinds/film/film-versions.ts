import { AggregateCommand, handlerFor } from '../../../platform/commands/command-handler';
import type { Environment } from '../../../platform/domain/aggregate';
import { notFound } from '../../../platform/domain/domain-error';
import {
  type GenerationJob,
  isActive,
  ownProject,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
} from '../../../storyboard';
import { CANCELLED, decideFail } from '../../domain/job-steps';
import { filmJobs } from './film-jobs';

type OneFilm = { filmId: string };

/** Ends a film that is being made: what is held for it comes back. */
export class CancelFilm extends AggregateCommand<ProjectState, OneFilm> {}
/** Takes a film that was made out of the list. */
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
