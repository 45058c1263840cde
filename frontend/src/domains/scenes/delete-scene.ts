import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Scene } from '@storyreel/contracts';
import { apiRequest } from '../../platform/api-client';
import { lazySchema } from '../../platform/lazy-schema';
import { tellError, tellRestored, toast } from '../../ui';
import { unlessGone } from '../../platform/unless-gone';
import { refreshAround } from './mutations';
import { cachedScenes, removeSceneFromCache, setSceneInCache } from './scene-cache';
import { flushScene } from './useSceneAutosave';

type SceneId = Pick<Scene, 'id' | 'projectId'>;

/** Puts a deleted scene back where it was, without a word. */
export async function putSceneBack(queryClient: QueryClient, deleted: SceneId): Promise<void> {
  setSceneInCache(
    queryClient,
    await apiRequest('POST', '/api/scenes/restore', deleted, { schema: lazySchema('sceneSchema') }),
  );
}

/** Deletes a scene, without a word. */
export async function takeSceneAway(queryClient: QueryClient, scene: SceneId): Promise<void> {
  await flushScene(scene.id);
  await apiRequest('DELETE', `/api/scenes/${scene.id}`);
  removeSceneFromCache(queryClient, scene);
}

/** Takes a scene away that was left as it was made. Never rejects: one that stays does no harm, and can be deleted. */
export async function dropNewScene(queryClient: QueryClient, scene: SceneId): Promise<void> {
  try {
    await takeSceneAway(queryClient, scene);
    toast({ title: 'Empty scene removed', undo: () => restoreScene(queryClient, scene) });
  } catch (error) {
    tellError("Couldn't remove the empty scene", error, 'You can delete it from its menu.');
  }
  await refreshAround(queryClient, scene.projectId);
}

/** Brings a deleted scene back to its place. */
export const restoreScene = (queryClient: QueryClient, deleted: SceneId): Promise<void> =>
  tellRestored(
    'scene',
    async () => {
      await putSceneBack(queryClient, deleted);
      return { title: 'Scene restored' };
    },
    () => refreshAround(queryClient, deleted.projectId),
  );

/** Deletes a scene and offers to undo it. Texts that wait to be saved are saved first, so that undo brings them back. */
export function useDeleteScene() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (scene: Scene) => {
      await flushScene(scene.id);
      const newest = cachedScenes(queryClient, scene.projectId).find(({ id }) => id === scene.id) ?? scene;
      await apiRequest('DELETE', `/api/scenes/${scene.id}`).catch(unlessGone);
      return newest;
    },
    onSuccess: (deleted) => {
      removeSceneFromCache(queryClient, deleted);
      void refreshAround(queryClient, deleted.projectId);
      toast({
        title: 'Scene deleted',
        undo: () => restoreScene(queryClient, deleted),
      });
    },
    onError: (error) => tellError('Deletion failed', error, 'Failed to delete scene. Please try again.'),
  });
}
