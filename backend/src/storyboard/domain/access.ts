import type { Environment } from '../../platform/domain/aggregate';
import { notFound } from '../../platform/domain/domain-error';
import type { ProjectState } from './project-aggregate';
import type { SceneState } from './scene-state';

/** The project, when it is there and the user's. @throws DomainError not_found */
export function ownProject(state: ProjectState, { ownerId }: Pick<Environment, 'ownerId'>): ProjectState {
  if (!state.exists || state.deleted || state.ownerId !== ownerId) throw notFound();
  return state;
}

/** A scene of the user's project. @throws DomainError not_found */
export function ownScene(state: ProjectState, sceneId: string, environment: Pick<Environment, 'ownerId'>): SceneState {
  const scene = ownProject(state, environment).scenes[sceneId];
  if (!scene || scene.deleted) throw notFound();
  return scene;
}
