import type { QueryClient } from '@tanstack/react-query';
import type { Scene } from '@storyreel/contracts';
import { createOptimisticChanges } from '../../platform/optimistic';
import { withRow } from '../../platform/revisions';

export const sceneKeys = {
  all: ['/api/scenes'] as const,
  list: (projectId: string | null) => ['/api/scenes', { projectId }] as const,
};

const byOrder = (a: Scene, b: Scene): number => a.order - b.order;

/** What the user has changed in lists of scenes and the server has not answered yet. */
export const sceneChanges = createOptimisticChanges<Scene[]>();

/** The scenes as they are shown. */
export const cachedScenes = (queryClient: QueryClient, projectId: string): Scene[] =>
  sceneChanges.shown(queryClient, queryClient.getQueryData<Scene[]>(sceneKeys.list(projectId)) ?? []);

/** A list with another state of one of its scenes. */
export const changeScene =
  (sceneId: string, change: (scene: Scene) => Scene) =>
  (scenes: Scene[]): Scene[] =>
    scenes.map((scene) => (scene.id === sceneId ? change(scene) : scene));

export function changeCachedScenes(
  queryClient: QueryClient,
  projectId: string,
  change: (scenes: Scene[]) => Scene[],
): void {
  queryClient.setQueryData<Scene[]>(sceneKeys.list(projectId), (scenes) => scenes && change(scenes));
}

/** Puts a scene that the server has answered with into its list, unless the list already has a newer one. */
export function setSceneInCache(queryClient: QueryClient, scene: Scene): void {
  changeCachedScenes(queryClient, scene.projectId, (scenes) => {
    const known = scenes.some(({ id }) => id === scene.id);
    if (!known) return [...scenes, scene].sort(byOrder);
    return withRow(scenes, scene);
  });
}

export function removeSceneFromCache(queryClient: QueryClient, scene: Pick<Scene, 'id' | 'projectId'>): void {
  changeCachedScenes(queryClient, scene.projectId, (scenes) => scenes.filter(({ id }) => id !== scene.id));
}

/** Resolves when the list is read anew, if anybody shows it. */
export const refreshScenes = (queryClient: QueryClient, projectId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: sceneKeys.list(projectId) });
