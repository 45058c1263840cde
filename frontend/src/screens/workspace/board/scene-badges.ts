import type { Scene, VideoItem } from '@storyreel/contracts';

export type BoardFlavour = 'images' | 'videos';

/** Videos without an address or id are placeholders of work under way: they do not count. */
export const countedVideos = (scene: Pick<Scene, 'videos'>): VideoItem[] =>
  scene.videos.filter(({ id, url }) => id !== '' && url !== '');

export type BadgeState = 'selected' | 'none';

export const imageBadge = (scene: Pick<Scene, 'imageUrl' | 'imageUrls'>): BadgeState =>
  scene.imageUrls.length > 0 || scene.imageUrl ? 'selected' : 'none';

export const videoBadge = (scene: Pick<Scene, 'videos'>): BadgeState =>
  countedVideos(scene).length > 0 ? 'selected' : 'none';

/** The main video, or the first one when none is main. */
export function previewVideo(scene: Pick<Scene, 'videos' | 'mainVideoId'>): VideoItem | null {
  const videos = countedVideos(scene);
  return videos.find(({ id }) => id === scene.mainVideoId) ?? videos[0] ?? null;
}

/** The main image, or the first one that has arrived. */
export const previewImage = (scene: Pick<Scene, 'imageUrl' | 'imageUrls'>): string | null =>
  scene.imageUrl ?? scene.imageUrls.find((url) => url !== '') ?? null;
