import { isNarrated, isPrompted } from '@storyreel/contracts';
import type { Project, Scene } from '@storyreel/contracts';
import { liveScenes } from '../domain/project';
import type { ProjectState } from '../domain/project';
import { fieldsOf, isDescribed, mainImageUrlOf } from '../domain/scene';
import { asideUrlsOf } from '../domain/scene-origins';
import type { SceneState } from '../domain/scene';

/** Presents a project from its own state, exactly as the views will once they have folded the state's last event. */
export function presentProject(state: ProjectState): Project {
  const scenes = liveScenes(state);
  const count = (matches: (scene: SceneState) => boolean) => scenes.filter(matches).length;
  const hasVideo = (scene: SceneState) => scene.mainVideoId !== null;
  const hasImage = (scene: SceneState) => mainImageUrlOf(scene) !== null;
  return {
    ...state.fields,
    id: state.id,
    userId: state.ownerId,
    alternativeOf: state.alternativeOf,
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
      narrated: count(isNarrated),
    },
    thumbnail: scenes.map(mainImageUrlOf).find((url) => url !== null) ?? null,
  };
}

const iso = (value: string | Date): string => new Date(value).toISOString();

/** Presents a scene for the API. `displayOrder`: 1-based rank among the project's scenes. */
export function presentScene(scene: SceneState, projectId: string, displayOrder: number): Scene {
  const mainVideo = scene.videos.find((video) => video.id === scene.mainVideoId);
  const asideUrls = asideUrlsOf(scene);
  return {
    ...fieldsOf(scene),
    id: scene.id,
    projectId,
    sourceText: scene.sourceText,
    order: scene.order,
    displayOrder,
    imageUrl: mainImageUrlOf(scene),
    imageUrls: scene.images.map((slot) => slot.url),
    imageStatuses: scene.images.map((slot) => slot.status),
    imageJobIds: scene.images.map((slot) => slot.jobId),
    imageIds: scene.images.map((slot) => slot.id),
    imageStatus: scene.imageStatus,
    ...(asideUrls.length > 0 && { asideUrls }),
    videos: scene.videos,
    mainVideoId: scene.mainVideoId,
    videoUrl: mainVideo?.url ?? null,
    videoUrls: scene.videos.map((video) => video.url),
    videoStatuses: scene.videos.map((video) => video.status),
    speech: scene.speech,
    speechStatus: scene.speechStatus,
    speechError: scene.speechError,
    shotPins: scene.shotPins,
    textsEdited: scene.textsEdited,
    createdAt: iso(scene.createdAt),
    updatedAt: iso(scene.updatedAt),
    revision: scene.revision,
  };
}

/** Presents all of a project's scenes from its state, in order. */
export const presentScenes = (state: ProjectState): Scene[] =>
  liveScenes(state).map((scene, index) => presentScene(scene, state.id, index + 1));
