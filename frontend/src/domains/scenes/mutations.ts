import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { NEW_SCENE, type Scene } from '@storyreel/contracts';
import { apiRequest } from '../../platform/api-client';
import { idempotencyKeys, idempotencyHeader } from '../../platform/intentions';
import { lazySchema } from '../../platform/lazy-schema';
import { tellError } from '../../ui';
import { refreshDeleted, refreshProjectRow } from '../projects/queries';
import { changeCachedScenes, refreshScenes, setSceneInCache } from './scene-cache';
import { renumbered } from './scene-order';
import { flushScene } from './useSceneAutosave';

/** Tells what went wrong, and has the list read anew: perhaps only the answer was lost. */
function tellAndRefresh(title: string, queryClient: QueryClient, projectId: string) {
  return (error: unknown): void => {
    tellError(title, error);
    void refreshScenes(queryClient, projectId);
  };
}

export async function refreshAround(queryClient: QueryClient, projectId: string): Promise<void> {
  await Promise.all([
    refreshScenes(queryClient, projectId),
    refreshProjectRow(queryClient, projectId),
    refreshDeleted(queryClient, projectId),
  ]);
}

/** Adds a scene at the end: the server gives it the largest order + 1. */
export function useAddScene(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      idempotencyKeys.once(`new-scene/${projectId}`, null, (key) =>
        apiRequest(
          'POST',
          '/api/scenes',
          { projectId, ...NEW_SCENE },
          { schema: lazySchema('sceneSchema'), headers: idempotencyHeader(key) },
        ),
      ),
    onSuccess: (scene) => {
      setSceneInCache(queryClient, scene);
      void refreshProjectRow(queryClient, projectId);
    },
    onError: tellAndRefresh("Couldn't add the scene", queryClient, projectId),
  });
}

export const insertAfter = (scenes: Scene[], originalId: string, copy: Scene): Scene[] => {
  const others = scenes.filter(({ id }) => id !== copy.id);
  const place = others.findIndex(({ id }) => id === originalId) + 1;
  return place === 0 ? [...others, copy] : [...others.slice(0, place), copy, ...others.slice(place)];
};

export function useDuplicateScene() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (original: Scene) => {
      await flushScene(original.id);
      return idempotencyKeys.once(`duplicate-scene/${original.id}`, null, (key) =>
        apiRequest('POST', `/api/scenes/${original.id}/duplicate`, undefined, {
          schema: lazySchema('sceneSchema'),
          headers: idempotencyHeader(key),
        }),
      );
    },
    onSuccess: (copy, original) => {
      changeCachedScenes(queryClient, copy.projectId, (scenes) => renumbered(insertAfter(scenes, original.id, copy)));
      void refreshAround(queryClient, copy.projectId);
    },
    onError: (error, original) =>
      tellAndRefresh("Couldn't duplicate the scene", queryClient, original.projectId)(error),
  });
}
