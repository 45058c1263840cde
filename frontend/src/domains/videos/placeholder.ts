import { PLACEHOLDER_VIDEO, placeholderVideoId, type Scene, type VideoItem } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/api-client';
import { deleteVideoById } from '../media/media-calls';
import { refreshScenes, setSceneInCache } from '../scenes/queries';
import { cachedScenes } from '../scenes/scene-cache';

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

const cachedScene = (queryClient: QueryClient, { sceneId, projectId }: Place): Scene | undefined =>
  cachedScenes(queryClient, projectId).find(({ id }) => id === sceneId);

export const hasPlaceholder = (scene: Scene, predictionId: string): boolean =>
  scene.videos.some(({ id }) => id === placeholderVideoId(predictionId));

/** Shows the placeholder before the next read brings the server's. */
export function showPlaceholder(queryClient: QueryClient, place: Place, placeholder: VideoItem): void {
  const scene = cachedScene(queryClient, place);
  if (!scene || scene.videos.some(({ id }) => id === placeholder.id)) return;
  setSceneInCache(queryClient, { ...scene, videos: [...scene.videos, placeholder] });
}

/** Takes the placeholder out of the cache and off the server, which may have done so itself already. */
export async function removePlaceholder(queryClient: QueryClient, place: Place, predictionId: string): Promise<void> {
  const placeholderId = placeholderVideoId(predictionId);
  const scene = cachedScene(queryClient, place);
  if (scene && hasPlaceholder(scene, predictionId)) {
    setSceneInCache(queryClient, { ...scene, videos: scene.videos.filter(({ id }) => id !== placeholderId) });
  }
  try {
    setSceneInCache(queryClient, await deleteVideoById(place.sceneId, placeholderId));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  } finally {
    await refreshScenes(queryClient, place.projectId);
  }
}
