import type { ShareRequest } from '@storyreel/contracts';
import { filmJobs } from '../../generation';
import { AggregateCommand, handlerFor } from '../../eventsourcing/commands/command-handler';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import { DomainError, notFound } from '../../lib/domain-error';
import { ownProject, projectAggregate, type ProjectEvent, type ProjectState } from '../../projects/storyboard';

/** Lets anybody with the link watch a film or the final video. A video that is already shared keeps its link. */
export class ShareVideo extends AggregateCommand<ProjectState, ShareRequest> {}
/** Revokes a link for good: sharing the video again creates a new link. */
export class UnshareVideo extends AggregateCommand<ProjectState, { linkId: string }> {}

/** @throws DomainError not_found */
function requireVideo(state: ProjectState, filmId: string | null): void {
  if (filmId === null) {
    if (!state.fields.completedVideoUrl) throw new DomainError('not_found', 'This project has no final video.');
    return;
  }
  const film = state.jobs[filmId];
  const isThere = film && filmJobs.isJob(film) && film.status === 'completed' && !state.removedFilmIds.includes(filmId);
  if (!isThere) throw notFound();
}

export function decideShareVideo({ data: { filmId } }: ShareVideo, state: ProjectState, env: Environment) {
  requireVideo(ownProject(state, env), filmId);
  if (state.links.some((link) => link.filmId === filmId)) return [];
  return [{ type: 'VideoShared', data: { linkId: env.nextId(), filmId } }] satisfies ProjectEvent[];
}

export function decideUnshareVideo({ data }: UnshareVideo, state: ProjectState, env: Environment): ProjectEvent[] {
  const isOpen = ownProject(state, env).links.some(({ id }) => id === data.linkId);
  return isOpen ? [{ type: 'VideoUnshared', data }] : [];
}

export const ShareVideoHandler = handlerFor(ShareVideo, projectAggregate, decideShareVideo);
export const UnshareVideoHandler = handlerFor(UnshareVideo, projectAggregate, decideUnshareVideo);
