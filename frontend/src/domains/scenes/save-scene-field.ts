import type { QueryClient } from '@tanstack/react-query';
import type { Scene, SceneFields } from '@storyreel/contracts';
import { apiRequest } from '../../platform/api-client';
import { fitsKeepalive } from '../../platform/keepalive';
import { lazySchema } from '../../platform/lazy-schema';
import { ownWrite } from '../../platform/own-writes';
import { refreshProject } from '../projects/queries';
import { countsDiffer } from './project-counts';
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
  const options = { schema: lazySchema('sceneSchema'), signal, keepalive: fitsKeepalive(changed) };
  const scene = await ownWrite<Scene>(
    ({ projectId }) => projectId,
    () => apiRequest('PATCH', `/api/scenes/${sceneId}`, changed, options),
  );
  const before = cachedScenes(queryClient, scene.projectId).find(({ id }) => id === sceneId);
  setSceneInCache(queryClient, scene);
  if (before && countsDiffer(before, scene)) refreshProject(queryClient, scene.projectId);
  return cachedScenes(queryClient, scene.projectId).find(({ id }) => id === sceneId) ?? scene;
}
