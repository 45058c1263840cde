import { handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { copyOf } from './scene-state';
import { liveScenes, projectAggregate, type ProjectState } from './project-aggregate';
import { ownProject, ownScene } from './access';
import type { ProjectEvent } from './events';
import { SceneCommand } from './scene-command';
import { withinProjectLimits } from './project-limits';

export class DuplicateScene extends SceneCommand<{ copyId: string }> {}

/** The copy stands right after the original; all scenes are renumbered to make room. */
export function decideDuplicateScene(
  { data: { sceneId, copyId } }: DuplicateScene,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  ownProject(state, env);
  // First: a repeat finds its copy also when the original has gone since.
  if (state.scenes[copyId]) return [];
  const original = ownScene(state, sceneId, env);
  const scenes = liveScenes(state);
  const scene = copyOf(original, copyId, () => env.nextId());
  withinProjectLimits([...scenes, scene]);
  const ids = scenes.map(({ id }) => id);
  ids.splice(ids.indexOf(sceneId) + 1, 0, copyId);
  return [
    { type: 'SceneAdded', data: { scene } },
    { type: 'SceneReordered', data: { orders: numbered(ids) } },
  ];
}

/** Position × 10, positions from 1. */
export const numbered = (sceneIds: string[]): { sceneId: string; order: number }[] =>
  sceneIds.map((sceneId, index) => ({ sceneId, order: (index + 1) * 10 }));

export const DuplicateSceneHandler = handlerFor(DuplicateScene, projectAggregate, decideDuplicateScene);
