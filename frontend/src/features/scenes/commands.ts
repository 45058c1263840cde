import { NEW_SCENE } from '@storyreel/contracts';
import type { CutScenes, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/http/api-client';
import { requireSaved, unlessGone } from '../../platform/http/failures';
import { postOnce } from '../../platform/http/idempotency-keys';
import { lazyList, lazySchema } from '../../platform/lazy/lazy-schema';
import { logError } from '../../platform/log';
import { tellError, tellRestored, toast, useCommand } from '../../ui';
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
const tellAndRefresh =
  (title: string) =>
  (error: unknown, { projectId }: Pick<Scene, 'projectId'>, queryClient: QueryClient): void => {
    tellError(title, error);
    void refreshScenes(queryClient, projectId);
  };

export async function refreshAround(queryClient: QueryClient, projectId: string): Promise<void> {
  await Promise.all([
    refreshScenes(queryClient, projectId),
    refreshProjectRow(queryClient, projectId),
    refreshDeleted(queryClient, projectId),
  ]);
}

/** Adds a scene at the end. The server gives it the largest order + 1. */
export const useAddScene = (projectId: string) =>
  useCommand({
    run: () => {
      const body = { projectId, ...NEW_SCENE };
      return postOnce(`new-scene/${projectId}`, '/api/scenes', body, { schema: lazySchema('sceneSchema') });
    },
    onDone: (queryClient, scene) => {
      setSceneInCache(queryClient, scene);
      void refreshProjectRow(queryClient, projectId);
    },
    failure: (error, _input, queryClient) =>
      tellAndRefresh("Couldn't add the scene")(error, { projectId }, queryClient),
  });

export const insertAfter = (scenes: Scene[], originalId: string, copy: Scene): Scene[] => {
  const others = scenes.filter(({ id }) => id !== copy.id);
  const place = others.findIndex(({ id }) => id === originalId) + 1;
  return place === 0 ? [...others, copy] : [...others.slice(0, place), copy, ...others.slice(place)];
};

export const useDuplicateScene = () =>
  useCommand({
    run: async ({ id }: Scene) => {
      await flushScene(id);
      const schema = lazySchema('sceneSchema');
      return postOnce(`duplicate-scene/${id}`, `/api/scenes/${id}/duplicate`, undefined, { schema });
    },
    onDone: (queryClient, copy, original) => {
      changeCachedScenes(queryClient, copy.projectId, (scenes) => renumbered(insertAfter(scenes, original.id, copy)));
      void refreshAround(queryClient, copy.projectId);
    },
    failure: tellAndRefresh("Couldn't duplicate the scene"),
  });

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
export const useSplitScene = () =>
  useCommand({
    run: async ({ scene, first, second }: { scene: Scene; first: string; second: string }) => {
      await flushScene(scene.id);
      const schema = lazySchema('cutScenesResponseSchema');
      return postOnce(`split-scene/${scene.id}`, `/api/scenes/${scene.id}/split`, { first, second }, { schema });
    },
    onDone: (queryClient, cut, { scene }) => afterCut(queryClient, scene.projectId, 'Scene split', cut),
    failure: (error) => logError('A scene was not split', error),
  });

/** Merges a scene with the next one. */
export const useMergeScenes = () =>
  useCommand({
    run: async ({ id }: Scene) => {
      await flushAllScenes();
      const schema = lazySchema('cutScenesResponseSchema');
      return postOnce(`merge-scene/${id}`, `/api/scenes/${id}/merge`, undefined, { schema });
    },
    onDone: (queryClient, cut, { projectId }) => afterCut(queryClient, projectId, 'Scenes merged', cut),
    failure: tellAndRefresh("Couldn't merge the scenes"),
  });

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
  return useCommand({
    run: async (scene: Scene) => {
      await flushScene(scene.id);
      const newest = cachedScenes(queryClient, scene.projectId).find(({ id }) => id === scene.id) ?? scene;
      await apiRequest('DELETE', `/api/scenes/${scene.id}`).catch(unlessGone);
      return newest;
    },
    onDone: (_queryClient, deleted) => {
      removeSceneFromCache(queryClient, deleted);
      void refreshAround(queryClient, deleted.projectId);
    },
    success: (deleted) => ({ title: 'Scene deleted', undo: () => restoreScene(queryClient, deleted) }),
    failure: ['Deletion failed', 'Failed to delete scene. Please try again.'],
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

export const useDeleteAllScenes = (projectId: string) =>
  useCommand({
    run: async () => {
      await flushAllScenes();
      return apiRequest('DELETE', `/api/scenes/all/${projectId}`, undefined, {
        schema: lazySchema('deleteAllScenesResponseSchema'),
      });
    },
    onDone: (queryClient) => changeCachedScenes(queryClient, projectId, () => []),
    success: ({ deletedCount }, _input, queryClient) => ({
      title: deletedCount === 1 ? '1 scene deleted' : `${deletedCount} scenes deleted`,
      undo: () => restoreAllScenes(queryClient, projectId),
      undoOf: `all-scenes/${projectId}`,
    }),
    failure: ['Deletion failed', 'Failed to delete scenes. Please try again.'],
    refresh: (queryClient) => void refreshAround(queryClient, projectId),
  });

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
export const useProcessStory = (projectId: string) =>
  useCommand({
    run: async ({ saveStory, story }: StoryToScenes) => {
      requireSaved(...(await Promise.all([saveStory(), flushAllScenes()])));
      const options = { schema: lazySchema('processStoryResponseSchema'), content: story };
      return postOnce(`process-story/${projectId}`, '/api/scenes/process-story', { projectId }, options);
    },
    onDone: async (queryClient, { sceneCount }, { replaces, shortened }) => {
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
    failure: (error) => logError('Creating scenes from the story failed', error),
    refresh: refreshBalance,
  });
