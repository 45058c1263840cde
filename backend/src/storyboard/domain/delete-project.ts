import { AggregateCommand, handlerFor, type NoData } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { notFound } from '../../platform/domain/domain-error';
import { ownProject } from './access';
import { endingJobs } from './end-jobs';
import type { ProjectEvent } from './events';
import { liveScenes, projectAggregate, type ProjectState } from './project-aggregate';

export class DeleteProject extends AggregateCommand<ProjectState, NoData> {}

/** The scenes go with it; jobs that are still running end, so that their zaps come back. */
export function decideDeleteProject(_: DeleteProject, state: ProjectState, env: Environment): ProjectEvent[] {
  const sceneIds = liveScenes(ownProject(state, env)).map((scene) => scene.id);
  return [...endingJobs(state, 'The project was deleted.'), { type: 'ProjectDeleted', data: { sceneIds } }];
}

export const DeleteProjectHandler = handlerFor(DeleteProject, projectAggregate, decideDeleteProject);

export class RestoreProject extends AggregateCommand<ProjectState, NoData> {}

/** Compensates the deletion: everything is as it was, scenes and media included. */
export function decideRestoreProject(_: RestoreProject, state: ProjectState, env: Environment): ProjectEvent[] {
  if (!state.exists || state.ownerId !== env.ownerId) throw notFound();
  if (!state.deleted) return [];
  return [{ type: 'ProjectRestored', data: { sceneIds: liveScenes(state).map((scene) => scene.id) } }];
}

export const RestoreProjectHandler = handlerFor(RestoreProject, projectAggregate, decideRestoreProject);
