import type { PushMessage, Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { readScene } from './queries';
import { cachedScenes, refreshScenes, sceneKeys, setSceneInCache } from './scene-cache';

/** Up to so many changed scenes are read one by one; a project may have hundreds. */
const FEW = 3;

/** Fields that are being edited keep the user's text: their autosave takes the new value as what is stored. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'scenesChanged') return;
  const { projectId, sceneIds } = message;
  const isShown =
    queryClient
      .getQueryCache()
      .find({ queryKey: sceneKeys.list(projectId) })
      ?.isActive() ?? false;
  const areFew = sceneIds.length > 0 && sceneIds.length <= FEW;
  if (isShown && areFew) void readChanged(queryClient, projectId, sceneIds);
  else void refreshScenes(queryClient, projectId);
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
    }
  } catch {
    // It is gone, or the server is: reading the list tells which.
    await refreshScenes(queryClient, projectId);
  }
}
