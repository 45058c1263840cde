import type { PushMessage, Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { unlessOwn } from '../../platform/own-writes';
import { throttleByKey } from '../../platform/paced';
import { onePerWindow } from '../../platform/query-client';
import { refreshProject } from '../projects/queries';
import { countsDiffer } from './project-counts';
import { readScene } from './queries';
import { cachedScenes, refreshScenes, sceneKeys, setSceneInCache } from './scene-cache';

/** Up to so many changed scenes are read one by one; a project may have hundreds. */
const FEW = 3;

/** Other windows may save at every pause of somebody who types. */
const READ_AGAIN_MS = 1_000;

/** What changed since the last read, by project. Null: more than is worth reading one by one. */
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

/** Fields that are being edited keep the user's text: their autosave takes the new value as what is stored. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'scenesChanged') return;
  const { projectId, sceneIds, texts, at } = message;
  unlessOwn(at, () => {
    const list = queryClient.getQueryCache().find({ queryKey: sceneKeys.list(projectId) });
    // Words change one row; whatever else happens may change which rows there are.
    if (texts === true && list?.isActive()) return changedIn(queryClient).add(projectId, sceneIds);
    void refreshScenes(queryClient, projectId);
    // Which of them are described shows in the project's dots; whoever shows the scenes sees it from them.
    if (texts === true) refreshProject(queryClient, projectId);
  });
}

const hasMoved = (ours: Scene, theirs: Scene): boolean =>
  ours.order !== theirs.order || ours.displayOrder !== theirs.displayOrder;

/** A scene that came, went or moved changes the places of others: then the whole list is read. */
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
    // It is gone, or the server is: reading the list tells which.
    await refreshScenes(queryClient, projectId);
  }
}
