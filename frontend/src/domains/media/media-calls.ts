import type { Scene, VideoItem, VideoMetadata } from '@storyreel/contracts';
import { apiRequest } from '../../platform/api-client';
import { idempotencyHeader } from '../../platform/intentions';
import { lazySchema } from '../../platform/lazy-schema';

const schema = lazySchema('sceneSchema');

const keyed = (key?: string) => ({ schema, ...(key !== undefined && { headers: idempotencyHeader(key) }) });

/** The calls about a scene's media. Each resolves to the scene as it is afterwards. A key makes it happen once. */
export const addImage = (sceneId: string, imageUrl: string, insertAt?: number, key?: string): Promise<Scene> =>
  apiRequest('POST', `/api/scenes/${sceneId}/images`, { imageUrl, insertAt }, keyed(key));

export const deleteImageAt = (sceneId: string, index: number, key?: string): Promise<Scene> =>
  apiRequest('DELETE', `/api/scenes/${sceneId}/images/${index}`, undefined, keyed(key));

export const setMainImage = (sceneId: string, imageUrl: string): Promise<Scene> =>
  apiRequest('PATCH', `/api/scenes/${sceneId}/main-image`, { imageUrl }, { schema });

export const addVideo = (sceneId: string, video: VideoMetadata, key?: string): Promise<Scene> =>
  apiRequest('POST', `/api/scenes/${sceneId}/videos`, video, keyed(key));

export const deleteVideoById = (sceneId: string, videoId: string): Promise<Scene> =>
  apiRequest('DELETE', `/api/scenes/${sceneId}/videos/${encodeURIComponent(videoId)}`, undefined, { schema });

export const setMainVideo = (sceneId: string, videoId: string): Promise<Scene> =>
  apiRequest('PATCH', `/api/scenes/${sceneId}/main-video`, { videoId }, { schema });

/** Everything about a deleted video, so that adding it again brings it back whole. */
export const videoMetadata = (video: VideoItem, insertAt: number): VideoMetadata => ({
  ...video,
  status: 'complete',
  insertAt,
});
