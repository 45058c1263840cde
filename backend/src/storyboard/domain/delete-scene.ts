import { handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { notFound } from '../../platform/domain/domain-error';
import { nextOrder } from './add-scene';
import { endingJobs } from './end-jobs';
import { liveScenes, projectAggregate, type ProjectState } from './project-aggregate';
import { ownProject, ownScene } from './access';
import type { ProjectEvent } from './events';
import { SceneCommand } from './scene-command';
import type { SceneState } from './scene-state';
import { withinProjectLimits } from './project-limits';

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

/** Another story has taken the scene's place: where it would come back to, or before, stands one made after it went. */
function isReplaced(scene: SceneState, live: readonly SceneState[], { lastClearing }: ProjectState): boolean {
  const newer = lastClearing?.removedIds.includes(scene.id) ? lastClearing.addedIds : [];
  return live.some(
    ({ id, order, createdAt }) => order <= scene.order && (newer.includes(id) || createdAt > scene.updatedAt),
  );
}

/** Compensates the deletion: the scene is back with its media, in its place or, when its story was replaced, at the end. */
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
