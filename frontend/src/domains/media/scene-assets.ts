import type { Scene } from '@storyreel/contracts';
import { isUsable, type MediaAsset } from './slots';

/** The scene's image slots. A slot keeps its id from placeholder to picture, so that nothing jumps in the grid. */
export function imageAssets(scene: Scene): MediaAsset[] {
  return scene.imageUrls.map((url, index) => ({
    id: scene.imageIds[index] ?? `${scene.id}-${index}`,
    type: 'image',
    url,
    status: scene.imageStatuses[index] ?? 'pending',
  }));
}

export function videoAssets(scene: Scene): MediaAsset[] {
  return scene.videos.map((video) => ({
    id: video.id,
    type: 'video',
    url: video.url,
    status: video.status,
    posterUrl: video.thumbnail,
  }));
}

/** The stored main image's slot; while none is stored, the first usable one. Null when there is none. */
export function mainImageId(scene: Scene): string | null {
  const usable = imageAssets(scene).filter(isUsable);
  return (usable.find((asset) => asset.url === scene.imageUrl) ?? usable[0])?.id ?? null;
}

/** As for images, by id. */
export function mainVideoId(scene: Scene): string | null {
  const usable = videoAssets(scene).filter(isUsable);
  return (usable.find((asset) => asset.id === scene.mainVideoId) ?? usable[0])?.id ?? null;
}

/** The main image's address, stored or by default; null without a usable image. */
export function mainImageUrl(scene: Scene): string | null {
  const id = mainImageId(scene);
  return imageAssets(scene).find((asset) => asset.id === id)?.url ?? null;
}
