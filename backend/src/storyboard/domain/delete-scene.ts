import { handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { notFound } from '../../platform/domain/domain-error';
import { endingJobs } from './end-jobs';
import { liveScenes, projectAggregate, type ProjectState } from './project-aggregate';
import { ownProject, ownScene } from './access';
import type { ProjectEvent } from './events';
import { SceneCommand } from './scene-command';
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

/** Compensates the deletion: the scene is back in its place with its media. */
export function decideRestoreScene(
  { data: { sceneId } }: RestoreScene,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const scene = ownProject(state, env).scenes[sceneId];
  if (!scene) throw notFound();
  if (!scene.deleted) return [];
  withinProjectLimits([...liveScenes(state), scene]);
  return [{ type: 'SceneRestored', data: { sceneId } }];
}

export const DeleteSceneHandler = handlerFor(DeleteScene, projectAggregate, decideDeleteScene);
export const RestoreSceneHandler = handlerFor(RestoreScene, projectAggregate, decideRestoreScene);
