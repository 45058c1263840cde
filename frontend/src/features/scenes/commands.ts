import { NEW_SCENE } from '@storyreel/contracts';
import type { CutScenes, Scene } from '@storyreel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/http/api-client';
import { requireSaved, unlessGone } from '../../platform/http/failures';
import { idempotencyHeader, idempotencyKeys } from '../../platform/http/idempotency-keys';
import { lazyList, lazySchema } from '../../platform/lazy/lazy-schema';
import { logError } from '../../platform/log';
import { tellError, tellRestored, toast } from '../../ui';
import { refreshDeleted, refreshProjectRow } from '../projects/api';
import { refreshBalance } from '../zaps/api';
import {
  cachedScenes,
  changeCachedScenes,
  refreshScenes,
  removeSceneFromCache,
  renumbered,
  setSceneInCache,
} from './api';
import { flushAllScenes, flushScene } from './useSceneAutosave';

/** Shows the error and refetches the list, since perhaps only the response was lost. */
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

/** Adds a scene at the end. The server gives it the largest order + 1. */
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

/** Shows a project's scenes after a split or a merge, and offers to undo that. */
function afterCut(queryClient: QueryClient, projectId: string, title: string, { cutId, scenes }: CutScenes): void {
  changeCachedScenes(queryClient, projectId, () => scenes);
  void refreshAround(queryClient, projectId);
  const undo = async () => {
    const schema = lazyList('sceneSchema');
    const before = await apiRequest('POST', '/api/scenes/undo-cut', { projectId, cutId }, { schema });
    changeCachedScenes(queryClient, projectId, () => before);
    return { title: 'Scenes restored' };
  };
  toast({
    title,
    undo: () => tellRestored('scenes', undo, () => refreshAround(queryClient, projectId)),
    undoOf: `cut/${cutId}`,
  });
}

/** Splits a scene's words in two. Pending edits are saved first, so that the split includes them. */
export function useSplitScene() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ scene, first, second }: { scene: Scene; first: string; second: string }) => {
      await flushScene(scene.id);
      return idempotencyKeys.once(`split-scene/${scene.id}`, { first, second }, (key) =>
        apiRequest(
          'POST',
          `/api/scenes/${scene.id}/split`,
          { first, second },
          { schema: lazySchema('cutScenesResponseSchema'), headers: idempotencyHeader(key) },
        ),
      );
    },
    onSuccess: (cut, { scene }) => afterCut(queryClient, scene.projectId, 'Scene split', cut),
    onError: (error) => logError('A scene was not split', error),
  });
}

/** Merges a scene with the next one. */
export function useMergeScenes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (scene: Scene) => {
      await flushAllScenes();
      return idempotencyKeys.once(`merge-scene/${scene.id}`, null, (key) =>
        apiRequest('POST', `/api/scenes/${scene.id}/merge`, undefined, {
          schema: lazySchema('cutScenesResponseSchema'),
          headers: idempotencyHeader(key),
        }),
      );
    },
    onSuccess: (cut, scene) => afterCut(queryClient, scene.projectId, 'Scenes merged', cut),
    onError: (error, scene) => tellAndRefresh("Couldn't merge the scenes", queryClient, scene.projectId)(error),
  });
}

type SceneId = Pick<Scene, 'id' | 'projectId'>;

/** Restores a deleted scene to its former place, without a toast. */
export async function putSceneBack(queryClient: QueryClient, deleted: SceneId): Promise<void> {
  setSceneInCache(
    queryClient,
    await apiRequest('POST', '/api/scenes/restore', deleted, { schema: lazySchema('sceneSchema') }),
  );
}

/** Deletes a scene, without a toast. */
export async function takeSceneAway(queryClient: QueryClient, scene: SceneId): Promise<void> {
  await flushScene(scene.id);
  await apiRequest('DELETE', `/api/scenes/${scene.id}`);
  removeSceneFromCache(queryClient, scene);
}

/**
 * Deletes a new scene in which nothing was done. Never rejects: a scene that remains does no harm, and the user can
 * delete it.
 */
export async function dropNewScene(queryClient: QueryClient, scene: SceneId): Promise<void> {
  try {
    await takeSceneAway(queryClient, scene);
    toast({ title: 'Empty scene removed', undo: () => restoreScene(queryClient, scene) });
  } catch (error) {
    tellError("Couldn't remove the empty scene", error, 'You can delete it from its menu.');
  }
  await refreshAround(queryClient, scene.projectId);
}

/** Restores a deleted scene to its former place. */
export const restoreScene = (queryClient: QueryClient, deleted: SceneId): Promise<void> =>
  tellRestored(
    'scene',
    async () => {
      await putSceneBack(queryClient, deleted);
      return { title: 'Scene restored' };
    },
    () => refreshAround(queryClient, deleted.projectId),
  );

/** Deletes a scene, and offers undo. Pending edits are saved first, so that an undo restores them. */
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

/** Undoes the newest deletion or replacement of all of a project's scenes. */
const restoreAllScenes = (
  queryClient: QueryClient,
  projectId: string,
  restoreStory?: () => Promise<void>,
): Promise<void> =>
  tellRestored(
    'scenes',
    async () => {
      const schema = lazySchema('restoreAllScenesResponseSchema');
      const { restoredCount } = await apiRequest('POST', '/api/scenes/restore-all', { projectId }, { schema });
      await restoreStory?.();
      const title = restoreStory ? 'Scenes and story restored' : 'Scenes restored';
      return { title, description: `${countOf(restoredCount)} back.` };
    },
    () => refreshAround(queryClient, projectId),
  );

const countOf = (count: number): string => (count === 1 ? '1 scene is' : `${count} scenes are`);

export function useDeleteAllScenes(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await flushAllScenes();
      return apiRequest('DELETE', `/api/scenes/all/${projectId}`, undefined, {
        schema: lazySchema('deleteAllScenesResponseSchema'),
      });
    },
    onSuccess: ({ deletedCount }) => {
      changeCachedScenes(queryClient, projectId, () => []);
      void refreshAround(queryClient, projectId);
      toast({
        title: deletedCount === 1 ? '1 scene deleted' : `${deletedCount} scenes deleted`,
        undo: () => restoreAllScenes(queryClient, projectId),
        undoOf: `all-scenes/${projectId}`,
      });
    },
    onError: (error) => {
      void refreshAround(queryClient, projectId);
      tellError('Deletion failed', error, 'Failed to delete scenes. Please try again.');
    },
  });
}

export interface StoryToScenes {
  /** Saves the story. Resolves to true once the server has its latest version, to false when saving failed. */
  saveStory: () => Promise<boolean>;
  /** Text of the story; a changed text makes a new request. */
  story: string;
  /** True when existing scenes will be replaced. */
  replaces: boolean;
  /** Set when the story was shortened for these scenes. `undo` restores the earlier story. */
  shortened?: { undo: () => Promise<void> };
}

/** Asks the server to split the story into scenes, which replace all existing ones. */
export function useProcessStory(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ saveStory, story }: StoryToScenes) => {
      requireSaved(...(await Promise.all([saveStory(), flushAllScenes()])));
      return idempotencyKeys.once(`process-story/${projectId}`, story, (key) =>
        apiRequest(
          'POST',
          '/api/scenes/process-story',
          { projectId },
          {
            schema: lazySchema('processStoryResponseSchema'),
            headers: idempotencyHeader(key),
          },
        ),
      );
    },
    onSuccess: async ({ sceneCount }, { replaces, shortened }) => {
      await refreshAround(queryClient, projectId);
      toast({
        title: sceneCount === 1 ? '1 scene created' : `${sceneCount} scenes created`,
        description: shortened
          ? 'They were made from the shorter story.'
          : replaces
            ? 'The earlier scenes were replaced.'
            : undefined,
        undo: () => restoreAllScenes(queryClient, projectId, shortened?.undo),
        undoOf: `all-scenes/${projectId}`,
      });
    },
    onError: (error) => logError('Creating scenes from the story failed', error),
    onSettled: () => refreshBalance(queryClient),
  });
}
