import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { NoData } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { DomainError, notFound } from '../../../lib/domain-error';
import type { ProjectEvent } from './events';
import { endingJobs } from './jobs';
import { findDone, liveScenes, ownProject, ownScene, projectAggregate, SceneCommand } from './project';
import { withinProjectLimits } from './project-limits';
import type { ProjectState } from './project';
import type { SceneState } from './scene';
import { nextOrder } from './scene-commands';

export class DeleteScene extends SceneCommand {}
export class RestoreScene extends SceneCommand {}

export function decideDeleteScene(
  { data: { sceneId } }: DeleteScene,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  ownScene(state, sceneId, env);
  return [...endingJobs(state, 'The scene was deleted.', [sceneId]), { type: 'SceneDeleted', data: { sceneId } }];
}

/**
 * Tells whether the story of a deleted scene was replaced: then a newer scene is at the deleted scene's place or before
 * it.
 */
function isReplaced(scene: SceneState, live: readonly SceneState[], { lastClearing }: ProjectState): boolean {
  const newer = lastClearing?.removedIds.includes(scene.id) ? lastClearing.addedIds : [];
  return live.some(
    ({ id, order, createdAt }) => order <= scene.order && (newer.includes(id) || createdAt > scene.updatedAt),
  );
}

/**
 * Undoes a deletion: restores the scene with its media, in its old place or, when its story was replaced, at the end.
 */
export function decideRestoreScene(
  { data: { sceneId } }: RestoreScene,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const scene = ownProject(state, env).scenes[sceneId];
  if (!scene) throw notFound();
  if (!scene.deleted) return [];
  const live = liveScenes(state);
  withinProjectLimits([...live, scene]);
  const restored: ProjectEvent = { type: 'SceneRestored', data: { sceneId } };
  if (!isReplaced(scene, live, state)) return [restored];
  return [restored, { type: 'SceneReordered', data: { orders: [{ sceneId, order: nextOrder(live) }] } }];
}

export const DeleteSceneHandler = handlerFor(DeleteScene, projectAggregate, decideDeleteScene);
export const RestoreSceneHandler = handlerFor(RestoreScene, projectAggregate, decideRestoreScene);

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

/**
 * Undoes the newest Delete All or Create Scenes: restores the removed scenes, and removes the scenes added by Create
 * Scenes.
 */
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
