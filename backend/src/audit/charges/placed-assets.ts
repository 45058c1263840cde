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

/** A project as far as it tells what became of films and of the audio of its story. */
export interface ProjectOfAssets {
  deleted: boolean;
  /** The film that the work made, where it made one. */
  filmRemoved: boolean | null;
  finalVideoUrl: string | null;
  storyAudioUrl: string | null;
}

/** Whichever the work was for. */
export interface HomeOfAssets {
  scene: SceneOfAssets | undefined;
  project: ProjectOfAssets | undefined;
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

function placeInProject({ kind, url }: MadeAsset, project: ProjectOfAssets): Place {
  if (project.deleted) return 'removed';
  if (kind === 'sound') return project.storyAudioUrl === url ? 'main' : 'removed';
  if (project.filmRemoved !== false) return 'removed';
  return project.finalVideoUrl === url ? 'main' : 'in_scene';
}

export const placed = (assets: readonly MadeAsset[], { scene, project }: HomeOfAssets): ChargedAsset[] =>
  assets.map((asset) => ({
    ...asset,
    place: project ? placeInProject(asset, project) : placeInScene(asset, scene),
  }));
