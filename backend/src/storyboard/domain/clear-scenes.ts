import { AggregateCommand, handlerFor, type NoData } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { DomainError } from '../../platform/domain/domain-error';
import { endingJobs } from './end-jobs';
import { findDone } from './done-commands';
import { liveScenes, projectAggregate, type ProjectState } from './project-aggregate';
import { ownProject } from './access';
import type { ProjectEvent } from './events';
import { withinProjectLimits } from './project-limits';

export class DeleteAllScenes extends AggregateCommand<ProjectState, NoData> {}
export class RestoreAllScenes extends AggregateCommand<ProjectState, NoData> {}

export function decideDeleteAllScenes(
  { context }: DeleteAllScenes,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const sceneIds = liveScenes(ownProject(state, env)).map((scene) => scene.id);
  if (sceneIds.length === 0 || findDone(state, context)) return [];
  return [...endingJobs(state, 'The scene was deleted.', sceneIds), { type: 'AllScenesDeleted', data: { sceneIds } }];
}

/** Compensates the newest Delete All or Create Scenes: what it removed is back, what it added is gone. */
export function decideRestoreAllScenes(
  { context }: RestoreAllScenes,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const { lastClearing } = ownProject(state, env);
  if (findDone(state, context)) return [];
  if (!lastClearing) throw new DomainError('conflict', 'There is nothing to undo.');
  const removedIds = lastClearing.addedIds.filter((id) => state.scenes[id]?.deleted === false);
  const restored = new Set(lastClearing.removedIds);
  const removed = new Set(removedIds);
  withinProjectLimits(
    Object.values(state.scenes).filter(({ id, deleted }) => restored.has(id) || (!deleted && !removed.has(id))),
  );
  return [
    ...endingJobs(state, 'The scene was removed by an undo.', removedIds),
    { type: 'AllScenesRestored', data: { restoredIds: lastClearing.removedIds, removedIds } },
  ];
}

export const DeleteAllScenesHandler = handlerFor(DeleteAllScenes, projectAggregate, decideDeleteAllScenes);
export const RestoreAllScenesHandler = handlerFor(RestoreAllScenes, projectAggregate, decideRestoreAllScenes);
