import type { QueryClient } from '@tanstack/react-query';
import type { Scene, SceneFields } from '@storyreel/contracts';
import { apiRequest } from '../platform/api-client';
import { fitsKeepalive } from '../platform/keepalive';
import { refreshProjects } from '../projects/queries';
import { cachedScenes, setSceneInCache } from './scene-cache';

const isBlank = (text: string): boolean => text.trim() === '';

/** Sends the changed fields only, so that edits of different fields never overwrite each other. */
export async function saveSceneField(
  queryClient: QueryClient,
  sceneId: string,
  changed: Partial<SceneFields>,
  signal?: AbortSignal,
): Promise<Scene> {
  const keepalive = fitsKeepalive(changed);
  const scene = await apiRequest<Scene>('PATCH', `/api/scenes/${sceneId}`, changed, { signal, keepalive });
  const before = cachedScenes(queryClient, scene.projectId).find(({ id }) => id === sceneId);
  setSceneInCache(queryClient, scene);
  // The dots count scenes with a description.
  if (before && isBlank(before.description) !== isBlank(scene.description)) {
    void refreshProjects(queryClient);
  }
  return scene;
}
