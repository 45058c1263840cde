import type { ChargedAsset, MadeAsset } from '@storyreel/contracts';

/** A scene as far as it tells what became of pictures, clips and narration. */
export interface SceneOfAssets {
  title: string;
  /** Or its project. */
  deleted: boolean;
  images: { url: string }[];
  videos: { id: string; url: string }[];
  mainImageUrl: string | null;
  mainVideoId: string | null;
  speech: { url: string } | null;
}

/** A film as far as it tells what became of it. */
export interface FilmOfAssets {
  /** Or its project. */
  removed: boolean;
  /** The project's final video, whichever it is. */
  finalVideoUrl: string | null;
}

/** Whichever the work was for. */
export interface HomeOfAssets {
  scene: SceneOfAssets | undefined;
  film: FilmOfAssets | undefined;
}

type Place = ChargedAsset['place'];

/** By address: what was taken away and brought back has another id, and is the same picture. */
function placeInScene({ kind, url }: MadeAsset, scene: SceneOfAssets | undefined): Place {
  if (!scene || scene.deleted) return 'removed';
  if (kind === 'sound') return scene.speech?.url === url ? 'main' : 'removed';
  if (kind === 'image') {
    if (!scene.images.some((image) => image.url === url)) return 'removed';
    return scene.mainImageUrl === url ? 'main' : 'in_scene';
  }
  const video = scene.videos.find((candidate) => candidate.url === url);
  if (!video) return 'removed';
  return video.id === scene.mainVideoId ? 'main' : 'in_scene';
}

function placeOfFilm({ url }: MadeAsset, film: FilmOfAssets | undefined): Place {
  if (!film || film.removed) return 'removed';
  return film.finalVideoUrl === url ? 'main' : 'in_scene';
}

export const placed = (assets: readonly MadeAsset[], { scene, film }: HomeOfAssets): ChargedAsset[] =>
  assets.map((asset) => ({
    ...asset,
    place: asset.kind === 'film' ? placeOfFilm(asset, film) : placeInScene(asset, scene),
  }));
