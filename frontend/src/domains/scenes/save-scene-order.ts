import type { QueryClient } from '@tanstack/react-query';
import type { Scene } from '@storyreel/contracts';
import { apiRequest } from '../../platform/api-client';
import { createAutosave } from '../../platform/autosave';
import { acquireAutosave, discardAutosaves, findAutosave } from '../../platform/autosave-registry';
import { fitsKeepalive } from '../../platform/keepalive';
import { lazyList } from '../../platform/lazy-schema';
import { keepNewer } from '../../platform/revisions';
import { tellError } from '../../ui';
import { changeCachedScenes, refreshScenes } from './scene-cache';
import { inOrderOf } from './scene-order';

export const ORDER_DEBOUNCE_MS = 150;

type SceneIds = readonly string[];
const orderKey = (projectId: string): string => `scene-order/${projectId}`;
const sameIds = (a: SceneIds, b: SceneIds): boolean => a.length === b.length && a.every((id, at) => id === b[at]);

/** Keeps a dragged order on screen while lists that were read before it was saved come in. */
export function withUnsavedOrder(projectId: string, scenes: Scene[]): Scene[] {
  const state = findAutosave<SceneIds>(orderKey(projectId))?.getState();
  return state?.isDirty && !state.hasError ? inOrderOf(scenes, state.value) : scenes;
}

function createOrderAutosave(queryClient: QueryClient, projectId: string, stored: SceneIds) {
  return createAutosave<SceneIds>({
    stored,
    debounceMs: ORDER_DEBOUNCE_MS,
    retries: 0,
    isEqual: sameIds,
    save: async (sceneIds, signal) => {
      const body = { projectId, sceneIds };
      const saved = await apiRequest('POST', '/api/scenes/reorder', body, {
        schema: lazyList('sceneSchema'),
        signal,
        keepalive: fitsKeepalive(body),
      });
      changeCachedScenes(queryClient, projectId, (scenes) => inOrderOf(keepNewer(scenes, saved), sceneIds));
      return sceneIds;
    },
    onOptimistic: (sceneIds) => changeCachedScenes(queryClient, projectId, (scenes) => inOrderOf(scenes, sceneIds)),
    onSaved: () => discardAutosaves(orderKey(projectId)),
    onError: (error) => {
      tellError("Couldn't save the order of the scenes", error);
      discardAutosaves(orderKey(projectId));
      void refreshScenes(queryClient, projectId);
    },
  });
}

/** Shows the new order at once and saves it when no other drag follows. */
export function saveSceneOrder(queryClient: QueryClient, projectId: string, before: Scene[], after: Scene[]): void {
  const ids = (scenes: Scene[]): string[] => scenes.map(({ id }) => id);
  const create = () => createOrderAutosave(queryClient, projectId, ids(before));
  acquireAutosave(orderKey(projectId), create).edit(ids(after));
}
