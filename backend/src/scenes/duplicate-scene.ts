import { handlerFor } from '../platform/commands/command-handler';
import type { Environment } from '../platform/domain/aggregate';
import {
  copyOf,
  liveScenes,
  ownScene,
  projectAggregate,
  type ProjectEvent,
  type ProjectState,
  SceneCommand,
} from '../projects';
import { withinSceneLimit } from './add-scene';

export class DuplicateScene extends SceneCommand<{ copyId: string }> {}

/** The copy stands right after the original; all scenes are renumbered to make room. */
export function decideDuplicateScene(
  { sceneId, data: { copyId } }: DuplicateScene,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const original = ownScene(state, sceneId, env);
  if (state.scenes[copyId]) return [];
  const ids = liveScenes(state).map((scene) => scene.id);
  withinSceneLimit(ids.length + 1);
  ids.splice(ids.indexOf(sceneId) + 1, 0, copyId);
  return [
    { type: 'SceneAdded', data: { scene: copyOf(original, copyId, () => env.nextId()) } },
    { type: 'SceneReordered', data: { orders: numbered(ids) } },
  ];
}

/** Position × 10, positions from 1. */
export const numbered = (sceneIds: string[]): { sceneId: string; order: number }[] =>
  sceneIds.map((sceneId, index) => ({ sceneId, order: (index + 1) * 10 }));

export const DuplicateSceneHandler = handlerFor(DuplicateScene, projectAggregate, decideDuplicateScene);
