import { cutText, type FinalizedUpload, LIMITS, type Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { tellError, tellFailure, toast } from '../../ui';
import { refreshProjectRow } from '../projects/queries';
import { refreshScenes, setSceneInCache } from '../scenes/queries';
import { tellUploadFailure } from '../uploads/tell-upload-failure';
import { uploadFile } from '../uploads/upload-file';
import { uploadStore } from '../uploads/upload-store';
import { refuseFile } from './file-kind';
import { addImage, addVideo, setMainImage, setMainVideo } from './media-calls';
import { probeDuration } from './probe-video';
import type { AssetType } from './slots';

export const uploadPlace = (sceneId: string, type: AssetType): string => `${sceneId}/${type}`;

/** Adds an uploaded image, which becomes the main one. */
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
      if (!signal.aborted) tellUploadFailure(error, type);
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
      // It may have been added and only not made the main one.
      void refreshScenes(queryClient, scene.projectId);
    }
  });
}

/** Uploads a picked or dropped file and adds it to the scene. Never rejects: what goes wrong is told. */
export async function addFile(queryClient: QueryClient, scene: Scene, file: File, type: AssetType): Promise<void> {
  const refusal = refuseFile(file, type);
  if (refusal) tellFailure(refusal.title, refusal.description);
  else await upload(queryClient, scene, file, type);
}
