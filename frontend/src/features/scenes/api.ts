import { isBlank, isPrompted } from '@storyreel/contracts';
import type { PushMessage, Scene } from '@storyreel/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import { createAutosave } from '../../platform/autosave/autosave';
import { acquireAutosave, discardAutosaves, findAutosave } from '../../platform/autosave/autosave-registry';
import { createOptimisticChanges } from '../../platform/cache/optimistic';
import { addressOf, keepNewer, onePerWindow, withRow } from '../../platform/cache/query-client';
import { apiList, apiRequest, fitsKeepalive } from '../../platform/http/api-client';
import { lazyList, lazySchema } from '../../platform/lazy/lazy-schema';
import { throttleByKey, unlessOwn } from '../../platform/realtime/push-refresh';
import { tellError } from '../../ui';
import { refreshProject } from '../projects/api';

export const sceneKeys = {
  all: ['/api/scenes'] as const,
  list: (projectId: string | null) => ['/api/scenes', { projectId }] as const,
};

const byOrder = (a: Scene, b: Scene): number => a.order - b.order;

/** Optimistic changes to lists of scenes that the server has not confirmed yet. */
export const sceneChanges = createOptimisticChanges<Scene[]>();

/** Returns the cached scenes, with optimistic changes. */
export const cachedScenes = (queryClient: QueryClient, projectId: string): Scene[] =>
  sceneChanges.shown(queryClient, queryClient.getQueryData<Scene[]>(sceneKeys.list(projectId)) ?? []);

/** Returns a function that changes one scene in a list. */
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

/** Puts the server's response into the list of scenes, unless the list contains a newer version of the scene. */
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

/** Refetches the list of scenes if it is on screen. */
export const refreshScenes = (queryClient: QueryClient, projectId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: sceneKeys.list(projectId) });

const ORDER_STEP = 10;

type Placed = Pick<Scene, 'order' | 'displayOrder'>;

/** Numbers items by their position: `order` in steps of 10, `displayOrder` from 1. */
export const renumbered = <S extends Placed>(scenes: S[]): S[] =>
  scenes.map((scene, index) => {
    const order = (index + 1) * ORDER_STEP;
    const displayOrder = index + 1;
    return scene.order === order && scene.displayOrder === displayOrder ? scene : { ...scene, order, displayOrder };
  });

/** Moves a scene to another scene's place and renumbers all; returns the same list when nothing moves. */
export function movedScene<S extends Placed & { id: string }>(scenes: S[], movedId: string, overId: string): S[] {
  const from = scenes.findIndex(({ id }) => id === movedId);
  const to = scenes.findIndex(({ id }) => id === overId);
  const moved = scenes[from];
  if (moved === undefined || to === -1 || from === to) return scenes;
  const rest = scenes.filter((_, index) => index !== from);
  return renumbered([...rest.slice(0, to), moved, ...rest.slice(to)]);
}

/** Sorts the list by the ids; scenes that are not listed come last. */
export function inOrderOf<S extends Placed & { id: string }>(scenes: S[], ids: readonly string[]): S[] {
  const place = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: S): number => place.get(id) ?? ids.length;
  return renumbered([...scenes].sort((a, b) => placeOf(a) - placeOf(b)));
}

/** Returns the scene number that cards and headers show. */
export const sceneNumber = (scene: Pick<Scene, 'order'> & { displayOrder?: number | null }): number =>
  scene.displayOrder ?? scene.order;

/** Returns a scene's anchor in the address of a tab, without the '#'. */
export const sceneAnchor = (sceneId: string): string => `scene-${sceneId.toLowerCase()}`;

/** Returns true when a change of texts affects the project's counts, on which its dots and its next step depend. */
export const countsDiffer = (before: Scene, after: Scene): boolean =>
  isBlank(before.description) !== isBlank(after.description) || isPrompted(before) !== isPrompted(after);

export const ORDER_DEBOUNCE_MS = 150;

type SceneIds = readonly string[];
const orderKey = (projectId: string): string => `scene-order/${projectId}`;
const sameIds = (a: SceneIds, b: SceneIds): boolean => a.length === b.length && a.every((id, at) => id === b[at]);

/** Applies the dragged order to a list that was fetched before that order was saved. */
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

/** Shows the new order at once, and saves it after a delay. */
export function saveSceneOrder(queryClient: QueryClient, projectId: string, before: Scene[], after: Scene[]): void {
  const ids = (scenes: Scene[]): string[] => scenes.map(({ id }) => id);
  const create = () => createOrderAutosave(queryClient, projectId, ids(before));
  acquireAutosave(orderKey(projectId), create).edit(ids(after));
}

const FIVE_MINUTES = 5 * 60 * 1000;

/** Returns the open project's scenes in order; sends no request while no project is open. */
export function useScenes(projectId: string | null) {
  const queryClient = useQueryClient();
  const select = sceneChanges.useShown(queryClient);
  return useQuery({ ...sceneListOptions(queryClient, projectId), select });
}

export const sceneListOptions = (queryClient: QueryClient, projectId: string | null) => ({
  queryKey: sceneKeys.list(projectId),
  queryFn: async (context: QueryFunctionContext): Promise<Scene[]> => {
    try {
      const fetched = await apiList(addressOf(context.queryKey), {
        schema: lazySchema('sceneSchema'),
        signal: context.signal,
      });
      const cached = queryClient.getQueryData<Scene[]>(context.queryKey);
      return withUnsavedOrder(projectId ?? '', keepNewer(cached, fetched));
    } catch (error) {
      if (!context.signal.aborted) tellError('Failed to fetch scenes.', error);
      throw error;
    }
  },
  enabled: projectId !== null,
  // Refetched on every mount, because pushes may have been missed in between.
  staleTime: 0,
  gcTime: FIVE_MINUTES,
});

/** Fetches one scene. */
export const readScene = (sceneId: string): Promise<Scene> =>
  apiRequest('GET', `${sceneKeys.all[0]}/${sceneId}`, undefined, { schema: lazySchema('sceneSchema') });

/** Maximum number of changed scenes that are fetched one by one; a project may have hundreds. */
const FEW = 3;

/** Minimum milliseconds between refetches, since another window saves at every pause in typing. */
const READ_AGAIN_MS = 1_000;

/** Scenes that have changed since the last fetch, by project; null when there are too many to fetch one by one. */
const changedIn = onePerWindow((queryClient) => {
  const changed = new Map<string, Set<string> | null>();
  const read = throttleByKey(READ_AGAIN_MS, (projectId) => {
    const sceneIds = changed.get(projectId);
    changed.delete(projectId);
    return sceneIds ? readChanged(queryClient, projectId, [...sceneIds]) : refreshScenes(queryClient, projectId);
  });
  return {
    add(projectId: string, sceneIds: readonly string[]) {
      const known = changed.get(projectId);
      const all = new Set([...(known ?? []), ...sceneIds]);
      changed.set(projectId, known === null || sceneIds.length === 0 || all.size > FEW ? null : all);
      read(projectId);
    },
  };
});

/**
 * Applies a push. A field that is being edited keeps the user's text; its autosave only takes over the new stored
 * value.
 */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'scenesChanged') return;
  const { projectId, sceneIds, texts, at } = message;
  unlessOwn(at, () => {
    const list = queryClient.getQueryCache().find({ queryKey: sceneKeys.list(projectId) });
    // A change of texts affects one row, while any other change may add or remove rows.
    if (texts === true && list?.isActive()) return changedIn(queryClient).add(projectId, sceneIds);
    void refreshScenes(queryClient, projectId);
    // Descriptions count for the project's dots. When the scenes are on screen, readChanged compares their descriptions
    // instead.
    if (texts === true) refreshProject(queryClient, projectId);
  });
}

const hasMoved = (ours: Scene, theirs: Scene): boolean =>
  ours.order !== theirs.order || ours.displayOrder !== theirs.displayOrder;

/** Fetches changed scenes. Refetches the list when a scene was added or moved, which shifts the others. */
async function readChanged(queryClient: QueryClient, projectId: string, sceneIds: string[]): Promise<void> {
  const known = new Map(cachedScenes(queryClient, projectId).map((scene) => [scene.id, scene]));
  try {
    const changed = await Promise.all(sceneIds.map(readScene));
    for (const scene of changed) {
      const ours = known.get(scene.id);
      if (!ours || hasMoved(ours, scene)) return await refreshScenes(queryClient, projectId);
      setSceneInCache(queryClient, scene);
      if (countsDiffer(ours, scene)) refreshProject(queryClient, projectId);
    }
  } catch {
    // Either the scene is deleted or the server is down; fetching the list shows which.
    await refreshScenes(queryClient, projectId);
  }
}
