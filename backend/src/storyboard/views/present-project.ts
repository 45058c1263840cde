import { isPrompted, type Project } from '@storyreel/contracts';
import { liveScenes, type ProjectState } from '../domain/project-aggregate';
import { isDescribed, mainImageUrlOf, type SceneState } from '../domain/scene-state';

/** A project as its own state tells it: the same as the views will show once they have the state's last event. */
export function presentProject(state: ProjectState): Project {
  const scenes = liveScenes(state);
  const count = (matches: (scene: SceneState) => boolean) => scenes.filter(matches).length;
  const hasVideo = (scene: SceneState) => scene.mainVideoId !== null;
  const hasImage = (scene: SceneState) => mainImageUrlOf(scene) !== null;
  return {
    ...state.fields,
    id: state.id,
    userId: state.ownerId,
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
    revision: state.revision,
    sceneCount: scenes.length,
    sceneCounts: {
      total: scenes.length,
      described: count((scene) => isDescribed(scene)),
      prompted: count((scene) => isPrompted(scene)),
      withImage: count(hasImage),
      withMainVideo: count(hasVideo),
      withImageAndMainVideo: count((scene) => hasImage(scene) && hasVideo(scene)),
      withAnyMedia: count((scene) => hasImage(scene) || hasVideo(scene)),
    },
    thumbnail: scenes.map(mainImageUrlOf).find((url) => url !== null) ?? null,
  };
}
