import type { MadeAsset, RunAsset } from '@storyreel/contracts';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import { type JobOfScene, madeAssets, type ProjectState, type SceneState } from '../../storyboard';

/** What the events say was made. */
export function madeBy(events: readonly RecordedEvent[]): MadeAsset[] {
  const done = events.find(({ type }) => type.endsWith('JobCompleted'));
  return done ? madeAssets(done.data as JobOfScene) : [];
}

/** Where a run's work belongs; null for what is deleted. */
export interface Home {
  project: ProjectState | null;
  scene: SceneState | null;
}

/** What of it is still there. */
export function placed(made: readonly MadeAsset[], { project, scene }: Home, isAside: boolean): RunAsset[] {
  const gone = isAside ? ('aside' as const) : ('removed' as const);
  return made.map((asset) => ({
    ...asset,
    place: placeOf(asset, { project, scene }) ?? gone,
  }));
}

function placeOf(asset: MadeAsset, { project, scene }: Home): 'main' | 'in_scene' | null {
  if (asset.kind === 'film') return placeOfFilm(asset, project);
  const isStoryAudio = asset.kind === 'sound' && project?.fields.storyAudioUrl === asset.url;
  return isStoryAudio ? 'main' : placeInScene(asset, scene);
}

/** By id, which a picture that was taken away and brought back has no more, or by address. */
function placeInScene({ id, kind, url }: MadeAsset, scene: SceneState | null): 'main' | 'in_scene' | null {
  if (scene === null) return null;
  if (kind === 'sound') return scene.speech?.url === url ? 'main' : null;
  const there = kind === 'image' ? scene.images : scene.videos;
  const found = there.find((asset) => asset.id === id || asset.url === url);
  if (!found) return null;
  return found.id === (kind === 'image' ? scene.mainImageId : scene.mainVideoId) ? 'main' : 'in_scene';
}

function placeOfFilm({ id, url }: MadeAsset, project: ProjectState | null): 'main' | 'in_scene' | null {
  if (project === null || project.removedFilmIds.includes(id)) return null;
  return project.fields.completedVideoUrl === url ? 'main' : 'in_scene';
}
