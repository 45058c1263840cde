import type { Film, ProjectSummary, Scene } from '@storyreel/contracts';
import { filmVideo, selectableVideos, type SelectableVideo } from '../../domains/posts/selectable-videos';
import type { PostDraft } from './post-draft';

export interface ProjectLink {
  project: ProjectSummary | null;
  scenes: readonly Scene[];
  /** The finished videos of the project, or of the chosen scene. */
  videos: readonly SelectableVideo[];
  scene: Scene | null;
  video: SelectableVideo | null;
}

/** What the post is linked to, of what there is: a project, scene or video that is gone is not linked. */
export function projectLink(
  { projectId, sceneId, videoId }: Pick<PostDraft, 'projectId' | 'sceneId' | 'videoId'>,
  projects: readonly ProjectSummary[],
  scenesOfProject: readonly Scene[],
  film?: Film,
): ProjectLink {
  const project = projects.find(({ id }) => id === projectId) ?? null;
  const scenes = project ? scenesOfProject : [];
  const scene = scenes.find(({ id }) => id === sceneId) ?? null;
  const ofScenes = selectableVideos(project ?? undefined, scene ? [scene] : scenes);
  const videos = project && film ? [...filmVideo(project, film), ...ofScenes] : ofScenes;
  return { project, scenes, videos, scene, video: videos.find(({ id }) => id === videoId) ?? null };
}
