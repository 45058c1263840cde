import { PLACEHOLDER_VIDEO, placeholderVideoId, type VideoItem } from '@storyreel/contracts';
import type { FoldContext } from '../../platform/domain/aggregate';
import type { ProjectEvent, ProjectEventOf } from './events';
import { EMPTY_SCENE, insertAt, type SceneContent, type SceneState, withImages, withVideos } from './scene-state';

type SceneEventType =
  | 'SceneEdited'
  | 'ImageAdded'
  | 'ImageRemoved'
  | 'MainImageChosen'
  | 'ImageSlotsFailed'
  | 'ImageSlotsRemoved'
  | 'VideoAdded'
  | 'VideoRemoved'
  | 'MainVideoChosen'
  | 'ProcessingVideoReplaced'
  | 'ImageJobQueued'
  | 'ImageJobCompleted'
  | 'ImageJobFailed'
  | 'VideoJobQueued'
  | 'VideoJobCompleted'
  | 'VideoJobFailed'
  | 'SceneDescribed'
  | 'ScenePromptWritten'
  | 'SceneDeleted'
  | 'SceneRestored';
/** An event about the content of one scene. */
export type SceneEvent = ProjectEventOf<SceneEventType>;

type Evolvers = { [Type in SceneEventType]: (scene: SceneState, data: ProjectEventOf<Type>['data']) => SceneState };

const evolvers: Evolvers = {
  SceneEdited: (scene, { changes }) => ({ ...scene, ...changes }),
  SceneDeleted: (scene) => ({ ...scene, deleted: true }),
  SceneRestored: (scene) => ({ ...scene, deleted: false }),
  SceneDescribed: (scene, { description, imagePrompt, videoPrompt }) => ({
    ...scene,
    description,
    imagePrompt,
    videoPrompt,
  }),
  ScenePromptWritten: (scene, { field, value }) => ({ ...scene, [field]: value }),

  ImageAdded: (scene, { slotId, url, index, makeMain }) =>
    withImages(
      scene,
      insertAt(scene.images, index, { id: slotId, url, status: 'complete', jobId: null }),
      makeMain ? slotId : scene.mainImageId,
    ),
  ImageRemoved: (scene, { slotId }) => withoutImages(scene, [slotId]),
  MainImageChosen: (scene, { slotId }) => withImages(scene, scene.images, slotId),
  ImageSlotsFailed: (scene, { slotIds }) =>
    withImages(
      scene,
      scene.images.map((slot) => (slotIds.includes(slot.id) ? { ...slot, status: 'failed' } : slot)),
    ),
  ImageSlotsRemoved: (scene, { slotIds }) => withoutImages(scene, slotIds),
  ImageJobQueued: (scene, { slotIds, jobId, generation }) =>
    withImages({ ...scene, generation }, [
      ...scene.images,
      ...slotIds.map((id) => ({ id, url: '', status: 'processing' as const, jobId })),
    ]),
  ImageJobCompleted: (scene, { images }) => {
    const urls = new Map(images.map((image) => [image.slotId, image.url]));
    return withImages(
      scene,
      scene.images.map((slot) => {
        const url = urls.get(slot.id);
        return url === undefined ? slot : { ...slot, url, status: 'complete' };
      }),
    );
  },
  ImageJobFailed: (scene, { jobId }) =>
    withImages(
      scene,
      scene.images.map((slot) =>
        slot.jobId === jobId && slot.status === 'processing' ? { ...slot, status: 'failed' } : slot,
      ),
    ),

  VideoAdded: (scene, { video, index, makeMain }) =>
    withVideos(scene, insertAt(scene.videos, index, video), makeMain ? video.id : scene.mainVideoId),
  VideoRemoved: (scene, { videoId }) => withoutVideo(scene, videoId),
  MainVideoChosen: (scene, { videoId }) => withVideos(scene, scene.videos, videoId),
  ProcessingVideoReplaced: (scene, { processingVideoId, video }) => replaceVideo(scene, processingVideoId, video),
  VideoJobQueued: (scene, { jobId, seconds }) =>
    withVideos(scene, [
      ...scene.videos,
      {
        ...PLACEHOLDER_VIDEO,
        id: placeholderVideoId(jobId),
        duration: seconds,
        thumbnail: null,
        status: 'processing',
      },
    ]),
  VideoJobCompleted: (scene, { jobId, video }) => replaceVideo(scene, placeholderVideoId(jobId), video),
  VideoJobFailed: (scene, { jobId }) => withoutVideo(scene, placeholderVideoId(jobId)),
};

function withoutImages(scene: SceneState, slotIds: string[]): SceneState {
  const main = scene.images.find((slot) => slot.id === scene.mainImageId && slotIds.includes(slot.id));
  const remaining = withImages(
    scene,
    scene.images.filter((slot) => !slotIds.includes(slot.id)),
  );
  return main ? { ...remaining, removedMainUrls: remember(scene.removedMainUrls, main.url) } : remaining;
}

function withoutVideo(scene: SceneState, videoId: string): SceneState {
  const remaining = withVideos(
    scene,
    scene.videos.filter((video) => video.id !== videoId),
  );
  return scene.mainVideoId === videoId
    ? { ...remaining, removedMainVideoIds: remember(scene.removedMainVideoIds, videoId) }
    : remaining;
}

const remember = (list: string[], item: string): string[] => [...list, item].slice(-12);

/** In the placeholder's place; a scene that lost its placeholder meanwhile does not get the clip thrust upon it. */
const replaceVideo = (scene: SceneState, placeholderId: string, video: VideoItem): SceneState =>
  withVideos(
    scene,
    scene.videos.map((item) => (item.id === placeholderId ? video : item)),
  );

export const SCENE_EVENT_TYPES = Object.keys(evolvers) as SceneEventType[];
export const isSceneEvent = (event: ProjectEvent): event is SceneEvent => Object.hasOwn(evolvers, event.type);

/** What else the object carries is kept: the folds copy the scene and change what they know. */
export function evolveScene<Scene extends SceneState>(scene: Scene, event: SceneEvent, context: FoldContext): Scene {
  const evolver = evolvers[event.type] as (scene: SceneState, data: SceneEvent['data']) => SceneState;
  return touched(evolver(scene, event.data) as Scene, context);
}

export const touched = <Scene extends SceneState>(scene: Scene, { at, revision }: FoldContext): Scene => ({
  ...scene,
  updatedAt: at,
  revision: revision.toString(),
});

/** What a scene begins with; `content`, as events hold it, may be older than some of its fields. */
export const NEW_SCENE_STATE: Omit<SceneState, 'id' | 'order' | 'createdAt' | 'updatedAt' | 'revision'> = {
  ...EMPTY_SCENE,
  deleted: false,
  generation: 0,
  removedMainUrls: [],
  removedMainVideoIds: [],
};

export const newScene = (content: SceneContent, { at, revision }: FoldContext): SceneState => ({
  ...NEW_SCENE_STATE,
  ...content,
  createdAt: at,
  updatedAt: at,
  revision: revision.toString(),
});
