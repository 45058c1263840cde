import type { QueryClient } from '@tanstack/react-query';
import { isBlank, sceneSchema, type Scene, type SceneFields } from '@storyreel/contracts';
import { apiRequest } from '../../platform/api-client';
import { fitsKeepalive } from '../../platform/keepalive';
import { refreshProjects } from '../projects/queries';
import { cachedScenes, setSceneInCache } from './scene-cache';

/**
 * Sends the changed fields only, so that edits of different fields never overwrite each other. Resolves to the newest
 * known scene, which is not the answer when somebody else saved right after.
 */
export async function saveSceneField(
  queryClient: QueryClient,
  sceneId: string,
  changed: Partial<SceneFields>,
  signal?: AbortSignal,
): Promise<Scene> {
  const scene = await apiRequest('PATCH', `/api/scenes/${sceneId}`, changed, {
    schema: sceneSchema,
    signal,
    keepalive: fitsKeepalive(changed),
  });
  const before = cachedScenes(queryClient, scene.projectId).find(({ id }) => id === sceneId);
  setSceneInCache(queryClient, scene);
  // The dots count scenes with a description.
  if (before && isBlank(before.description) !== isBlank(scene.description)) {
    void refreshProjects(queryClient);
  }
  return cachedScenes(queryClient, scene.projectId).find(({ id }) => id === sceneId) ?? scene;
}
