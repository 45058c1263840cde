import { cutText, LIMITS } from '@storyreel/contracts';
import type { FinalizedUpload, Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { unlessGone } from '../../../platform/http/failures';
import { idempotencyKeys } from '../../../platform/http/idempotency-keys';
import { tellError, tellFailure, tellRestored, toast } from '../../../ui';
import { refreshDeleted, refreshProjectRow } from '../../projects/api';
import { cachedScenes, changeScene, refreshScenes, sceneChanges, setSceneInCache } from '../../scenes/api';
import { notifyOfUploadFailure, uploadFile, uploadStore } from '../../uploads/upload';
import { addImage, addVideo, deleteImageAt, deleteVideoById, setMainImage, setMainVideo, videoMetadata } from '../api';
import { imageAssets, isUsable, videoAssets } from './assets';
import type { AssetType, MediaAsset } from './assets';
import { refuseFile } from './files';

/**
 * Starts to read a clip's length in the browser. The returned function gives the length in seconds; null until it is
 * known, or if it cannot be read.
 */
function probeDuration(file: File): () => number | null {
  let seconds: number | null = null;
  if (typeof URL.createObjectURL !== 'function') return () => null;
  const address = URL.createObjectURL(file);
  const video = document.createElement('video');
  const finish = () => {
    if (Number.isFinite(video.duration)) seconds = video.duration;
    URL.revokeObjectURL(address);
  };
  video.preload = 'metadata';
  video.addEventListener('loadedmetadata', finish, { once: true });
  video.addEventListener('error', finish, { once: true });
  video.src = address;
  return () => seconds;
}

export const uploadPlace = (sceneId: string, type: AssetType): string => `${sceneId}/${type}`;

/** Adds an uploaded image and makes it the main one. */
async function addUploadedImage(sceneId: string, { url }: FinalizedUpload): Promise<Scene> {
  const scene = await addImage(sceneId, url);
  return scene.imageUrl === url ? scene : setMainImage(sceneId, url);
}

async function addUploadedVideo(sceneId: string, file: File, uploaded: FinalizedUpload, duration: number | null) {
  const scene = await addVideo(sceneId, {
    url: uploaded.url,
    filename: cutText(file.name, LIMITS.filename),
    mimeType: uploaded.contentType,
    size: uploaded.size,
    duration,
  });
  const added = scene.videos.findLast(({ url }) => url === uploaded.url);
  return !added || scene.mainVideoId === added.id ? scene : setMainVideo(sceneId, added.id);
}

async function upload(queryClient: QueryClient, scene: Scene, file: File, type: AssetType): Promise<void> {
  const store = uploadStore(queryClient);
  const duration = type === 'video' ? probeDuration(file) : () => null;
  await store.run(uploadPlace(scene.id, type), file.name, async ({ signal, onProgress }) => {
    let uploaded: FinalizedUpload;
    try {
      uploaded = await uploadFile(file, { purpose: type, onProgress, signal });
    } catch (error) {
      if (!signal.aborted) notifyOfUploadFailure(error, type);
      return;
    }
    try {
      const isImage = type === 'image';
      const changed = isImage
        ? await addUploadedImage(scene.id, uploaded)
        : await addUploadedVideo(scene.id, file, uploaded, duration());
      setSceneInCache(queryClient, changed);
      void refreshProjectRow(queryClient, scene.projectId);
      toast({ title: isImage ? 'Image added successfully' : 'Video added successfully' });
    } catch (error) {
      tellError('Upload failed', error, `Failed to add ${type} to scene. Please try again.`);
      // The image may have been added although making it the main image failed.
      void refreshScenes(queryClient, scene.projectId);
    }
  });
}

/** Uploads a picked or dropped file and adds it to the scene. Never rejects; errors are shown as toasts. */
export async function addFile(queryClient: QueryClient, scene: Scene, file: File, type: AssetType): Promise<void> {
  const refusal = refuseFile(file, type);
  if (refusal) tellFailure(refusal.title, refusal.description);
  else await upload(queryClient, scene, file, type);
}

export const isStoredMain = (scene: Scene, asset: MediaAsset): boolean =>
  asset.type === 'image' ? scene.imageUrl === asset.url : scene.mainVideoId === asset.id;

const withMain = (scene: Scene, asset: MediaAsset): Scene =>
  asset.type === 'image' ? { ...scene, imageUrl: asset.url } : { ...scene, mainVideoId: asset.id, videoUrl: asset.url };

const save = (sceneId: string, asset: MediaAsset): Promise<Scene> =>
  asset.type === 'image' ? setMainImage(sceneId, asset.url) : setMainVideo(sceneId, asset.id);

/** Makes an asset the main one of its scene. The change is shown at once, and reverted if the server refuses it. */
export async function chooseMain(queryClient: QueryClient, scene: Scene, asset: MediaAsset): Promise<void> {
  const others = asset.type === 'image' ? imageAssets(scene) : videoAssets(scene);
  const before = others.find((other) => isUsable(other) && isStoredMain(scene, other));
  const place = `main/${scene.id}/${asset.type}`;
  try {
    await sceneChanges.make(queryClient, {
      apply: changeScene(scene.id, (held) => withMain(held, asset)),
      save: () => save(scene.id, asset),
      settle: (saved) => setSceneInCache(queryClient, saved),
      inTurn: place,
    });
    const undo = before && (() => chooseMain(queryClient, withMain(scene, asset), before));
    toast({ title: `Main ${asset.type} updated`, undo, undoOf: place });
  } catch (error) {
    tellError('Update failed', error, `Failed to set main ${asset.type}. Please try again.`);
  }
}

type Restore = () => Promise<Scene>;
const LABEL: Record<AssetType, string> = { image: 'Image', video: 'Video' };

function accept(queryClient: QueryClient, scene: Scene): void {
  setSceneInCache(queryClient, scene);
  void refreshProjectRow(queryClient, scene.projectId);
  void refreshDeleted(queryClient, scene.projectId);
}

/** Restores a deleted image or clip. */
export const restoreMedia = (queryClient: QueryClient, type: AssetType, restore: Restore): Promise<void> =>
  tellRestored(type, async () => {
    accept(queryClient, await restore());
    return { title: `${LABEL[type]} restored` };
  });

/** Builds the request that restores an image to its former place, and makes it the main image again if it was. */
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

/** Deletes the asset and resolves to the scene without it. */
async function takeAway(scene: Scene, { id, type }: MediaAsset, index: number): Promise<Scene> {
  if (type === 'video') {
    const rest = await deleteVideoById(scene.id, id).catch(unlessGone);
    return rest ?? { ...scene, videos: scene.videos.filter((video) => video.id !== id) };
  }
  // Images are deleted by index. Without a key, a retry after a lost response would delete the image that has moved up.
  return idempotencyKeys.once(`delete-image/${id}`, null, (key) => deleteImageAt(scene.id, index, key));
}

/**
 * Deletes an asset. Resolves to true once it is deleted; to false after showing the error. Offers undo if the asset can
 * be restored.
 */
export async function deleteMedia(queryClient: QueryClient, shown: Scene, asset: MediaAsset): Promise<boolean> {
  // Uses the current scene, because images are deleted by index and slots may have changed since the dialog was opened.
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
    // Perhaps only the response was lost. The refetch comes before the toast, because a toast about a failed refetch
    // would replace it.
    await refreshScenes(queryClient, scene.projectId);
    tellError('Deletion failed', error, `Failed to delete ${asset.type}. Please try again.`);
    return false;
  }
}
