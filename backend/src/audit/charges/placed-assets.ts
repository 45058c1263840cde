import type { ChargedAsset } from '@storyreel/contracts';
import type { MadeAsset } from '../views/paid-run.view';

/** A scene as far as it tells what became of pictures and clips. */
export interface SceneOfAssets {
  title: string;
  /** Or its project. */
  deleted: boolean;
  images: { url: string }[];
  videos: { id: string; url: string }[];
  mainImageUrl: string | null;
  mainVideoId: string | null;
}

/** By address: what was taken away and brought back has another id, and is the same picture. */
function placeOf({ kind, url }: MadeAsset, scene: SceneOfAssets | undefined): ChargedAsset['place'] {
  if (!scene || scene.deleted) return 'removed';
  if (kind === 'image') {
    if (!scene.images.some((image) => image.url === url)) return 'removed';
    return scene.mainImageUrl === url ? 'main' : 'in_scene';
  }
  const video = scene.videos.find((candidate) => candidate.url === url);
  if (!video) return 'removed';
  return video.id === scene.mainVideoId ? 'main' : 'in_scene';
}

export const placed = (assets: readonly MadeAsset[], scene: SceneOfAssets | undefined): ChargedAsset[] =>
  assets.map((asset) => ({ ...asset, place: placeOf(asset, scene) }));
