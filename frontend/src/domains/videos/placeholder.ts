import { PLACEHOLDER_VIDEO, placeholderVideoId, type Scene, type VideoItem } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { deleteVideoById } from '../media/media-calls';
import { unlessGone } from '../../platform/unless-gone';
import { changeCachedScenes, changeScene, refreshScenes, sceneChanges } from '../scenes/scene-cache';

interface Place {
  sceneId: string;
  projectId: string;
}

export const placeholderVideo = (predictionId: string, duration: number): VideoItem => ({
  ...PLACEHOLDER_VIDEO,
  id: placeholderVideoId(predictionId),
  duration,
  thumbnail: null,
  status: 'processing',
});

export const hasPlaceholder = (scene: Scene, predictionId: string): boolean =>
  scene.videos.some(({ id }) => id === placeholderVideoId(predictionId));

/** Shows the placeholder before the next read brings the server's. */
export function showPlaceholder(queryClient: QueryClient, place: Place, placeholder: VideoItem): void {
  const shown = changeScene(place.sceneId, (scene) =>
    scene.videos.some(({ id }) => id === placeholder.id) ? scene : { ...scene, videos: [...scene.videos, placeholder] },
  );
  changeCachedScenes(queryClient, place.projectId, shown);
}

/** Takes the placeholder away, here at once, and off the server, which may have done so itself already. */
export async function removePlaceholder(queryClient: QueryClient, place: Place, predictionId: string): Promise<void> {
  const placeholderId = placeholderVideoId(predictionId);
  const removed = changeScene(place.sceneId, (scene) => ({
    ...scene,
    videos: scene.videos.filter(({ id }) => id !== placeholderId),
  }));
  const refresh = () => refreshScenes(queryClient, place.projectId);
  try {
    await sceneChanges.make(queryClient, {
      apply: removed,
      save: () => deleteVideoById(place.sceneId, placeholderId).catch(unlessGone),
      settle: () => {
        changeCachedScenes(queryClient, place.projectId, removed);
        return refresh();
      },
    });
  } catch (error) {
    await refresh();
    throw error;
  }
}
