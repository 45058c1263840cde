import type { Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { idempotencyKeys } from '../../platform/intentions';
import { tellError, tellRestored, toast } from '../../ui';
import { refreshDeleted, refreshProjectRow } from '../projects/queries';
import { unlessGone } from '../../platform/unless-gone';
import { refreshScenes, setSceneInCache } from '../scenes/queries';
import { cachedScenes } from '../scenes/scene-cache';
import {
  addImage,
  addVideo,
  deleteImageAt,
  deleteVideoById,
  setMainImage,
  setMainVideo,
  videoMetadata,
} from './media-calls';
import { imageAssets } from './scene-assets';
import { isUsable, type AssetType, type MediaAsset } from './slots';

type Restore = () => Promise<Scene>;
const LABEL: Record<AssetType, string> = { image: 'Image', video: 'Video' };

function accept(queryClient: QueryClient, scene: Scene): void {
  setSceneInCache(queryClient, scene);
  void refreshProjectRow(queryClient, scene.projectId);
  void refreshDeleted(queryClient, scene.projectId);
}

/** Puts a deleted image or clip back. */
export const restoreMedia = (queryClient: QueryClient, type: AssetType, restore: Restore): Promise<void> =>
  tellRestored(type, async () => {
    accept(queryClient, await restore());
    return { title: `${LABEL[type]} restored` };
  });

/** How to bring the image back to its old place, and to being the main one if it was. */
function imageRestore(scene: Scene, asset: MediaAsset, index: number): Restore {
  const wasMain = scene.imageUrl === asset.url;
  return async () => {
    const restored = await addImage(scene.id, asset.url, index);
    return wasMain && restored.imageUrl !== asset.url ? setMainImage(scene.id, asset.url) : restored;
  };
}

function videoRestore(scene: Scene, asset: MediaAsset): Restore | null {
  const index = scene.videos.findIndex((video) => video.id === asset.id);
  const video = scene.videos[index];
  if (!video) return null;
  return async () => {
    const restored = await addVideo(scene.id, videoMetadata(video, index));
    const restoredId = restored.videos.find(({ url }) => url === video.url)?.id ?? video.id;
    const wasMain = scene.mainVideoId === asset.id;
    return wasMain && restored.mainVideoId !== restoredId ? setMainVideo(scene.id, restoredId) : restored;
  };
}

/** Resolves to the scene without it. */
async function takeAway(scene: Scene, { id, type }: MediaAsset, index: number): Promise<Scene> {
  if (type === 'video') {
    const rest = await deleteVideoById(scene.id, id).catch(unlessGone);
    return rest ?? { ...scene, videos: scene.videos.filter((video) => video.id !== id) };
  }
  // Asked for again after a lost answer, without a key it would take the image that has moved up to this place.
  return idempotencyKeys.once(`delete-image/${id}`, null, (key) => deleteImageAt(scene.id, index, key));
}

/** Resolves to whether the asset is gone; a failure has been told then. What can be shown again can be undone. */
export async function deleteMedia(queryClient: QueryClient, shown: Scene, asset: MediaAsset): Promise<boolean> {
  // Slots may have come and gone since the dialog opened; images are deleted by their place.
  const scene = cachedScenes(queryClient, shown.projectId).find(({ id }) => id === shown.id) ?? shown;
  try {
    const index = imageAssets(scene).findIndex(({ id }) => id === asset.id);
    const restore = asset.type === 'image' ? imageRestore(scene, asset, index) : videoRestore(scene, asset);
    const isThere = asset.type === 'image' ? index >= 0 : restore !== null;
    if (isThere) accept(queryClient, await takeAway(scene, asset, index));
    const canUndo = isThere && restore !== null && isUsable(asset);
    toast({
      title: `${LABEL[asset.type]} deleted`,
      undo: canUndo ? () => restoreMedia(queryClient, asset.type, restore) : undefined,
    });
    return true;
  } catch (error) {
    // Perhaps only the answer was lost. What is said of the list comes first: one toast takes the other's place.
    await refreshScenes(queryClient, scene.projectId);
    tellError('Deletion failed', error, `Failed to delete ${asset.type}. Please try again.`);
    return false;
  }
}
