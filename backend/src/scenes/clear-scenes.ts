import type { CommandContext } from '../platform/commands/command-context';
import { AggregateCommand, handlerFor } from '../platform/commands/command-handler';
import type { Environment } from '../platform/domain/aggregate';
import { Refusal } from '../platform/domain/refusal';
import {
  endingJobs,
  liveScenes,
  ownProject,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
} from '../projects';

abstract class AllScenesCommand extends AggregateCommand<ProjectState> {
  constructor(
    readonly aggregateId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
export class DeleteAllScenes extends AllScenesCommand {}
export class RestoreAllScenes extends AllScenesCommand {}

export function decideDeleteAllScenes(_: DeleteAllScenes, state: ProjectState, env: Environment): ProjectEvent[] {
  const sceneIds = liveScenes(ownProject(state, env)).map((scene) => scene.id);
  if (sceneIds.length === 0) return [];
  return [...endingJobs(state, 'The scene was deleted.', sceneIds), { type: 'AllScenesDeleted', data: { sceneIds } }];
}

/** Compensates the newest Delete All or Create Scenes: what it removed is back, what it added is gone. */
export function decideRestoreAllScenes(_: RestoreAllScenes, state: ProjectState, env: Environment): ProjectEvent[] {
  const { lastClearing } = ownProject(state, env);
  if (!lastClearing) throw new Refusal('conflict', 'There is nothing to undo.');
  const removedIds = lastClearing.addedIds.filter((id) => state.scenes[id]?.deleted === false);
  return [
    ...endingJobs(state, 'The scene was removed by an undo.', removedIds),
    { type: 'AllScenesRestored', data: { restoredIds: lastClearing.removedIds, removedIds } },
  ];
}

export const DeleteAllScenesHandler = handlerFor(DeleteAllScenes, projectAggregate, decideDeleteAllScenes);
export const RestoreAllScenesHandler = handlerFor(RestoreAllScenes, projectAggregate, decideRestoreAllScenes);
