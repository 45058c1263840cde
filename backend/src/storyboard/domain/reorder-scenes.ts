import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { notFound } from '../../platform/domain/domain-error';
import { liveScenes, projectAggregate, type ProjectState } from './project-aggregate';
import { ownProject } from './access';
import type { ProjectEvent } from './events';
import { numbered } from './duplicate-scene';

export class ReorderScenes extends AggregateCommand<ProjectState, { sceneIds: string[] }> {}

/** Scenes that the list leaves out (added meanwhile in another window) keep their order behind those it names. */
export function decideReorderScenes(
  { data: { sceneIds } }: ReorderScenes,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const scenes = liveScenes(ownProject(state, env));
  const known = new Set(Object.keys(state.scenes));
  if (sceneIds.some((id) => !known.has(id))) throw notFound();
  const live = new Set(scenes.map((scene) => scene.id));
  const named = new Set(sceneIds.filter((id) => live.has(id)));
  const rest = scenes.map((scene) => scene.id).filter((id) => !named.has(id));
  const orders = numbered([...named, ...rest]).filter(({ sceneId, order }) => state.scenes[sceneId]?.order !== order);
  return orders.length > 0 ? [{ type: 'SceneReordered', data: { orders } }] : [];
}

export const ReorderScenesHandler = handlerFor(ReorderScenes, projectAggregate, decideReorderScenes);
