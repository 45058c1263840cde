import {
  isBlank,
  LIMITS,
  NARRATOR,
  NEW_SCENE,
  PLACEHOLDER_VIDEO,
  placeholderVideoId,
  sceneFieldsSchema,
} from '@storyreel/contracts';
import type {
  ImageSlotStatus,
  ImageStatus,
  Origin,
  SceneFields,
  SceneSpeech,
  ShotPin,
  SpeechStatus,
  VideoItem,
} from '@storyreel/contracts';
import type { FoldContext } from '../../../eventsourcing/domain/aggregate';
import type { ProjectEvent, ProjectEventOf } from './events';
import { IMAGE_JOB_EVOLVERS, isShowable, withImages } from './image-slots';
import type { ImageJobType } from './image-slots';
import { withOrigin, withoutOrigin, withResults, takesPlaceOf } from './scene-origins';

/** A slot for an image. `url` is '' until the image is ready; `jobId` is null for an upload. */
export interface ImageSlot {
  id: string;
  url: string;
  status: ImageSlotStatus;
  jobId: string | null;
}

/** A scene's content as it is stored in events. Lists have at most 12 entries. */
export interface SceneContent extends SceneFields {
  id: string;
  /** The part of the story that the scene was made from. */
  sourceText: string;
  order: number;
  images: ImageSlot[];
  mainImageId: string | null;
  imageStatus: ImageStatus;
  videos: VideoItem[];
  mainVideoId: string | null;
  speech: SceneSpeech | null;
  speechStatus: SpeechStatus;
  /** Error shown to users; null unless the last attempt failed. */
  speechError: string | null;
  /** Shots of the film that were set by hand; a shot whose picture is missing is ignored. */
  shotPins: ShotPin[];
  /** Known origins of images and clips, newest last. */
  origins: Origin[];
}

/**
 * An empty scene. Fields that were added later have their default here, both for new scenes and for scenes stored
 * before the field existed.
 */
export const EMPTY_SCENE: Omit<SceneContent, 'id' | 'order'> = {
  title: '',
  description: '',
  imagePrompt: '',
  videoPrompt: '',
  duration: NEW_SCENE.duration,
  sourceText: '',
  images: [],
  mainImageId: null,
  imageStatus: NEW_SCENE.imageStatus,
  videos: [],
  mainVideoId: null,
  narration: null,
  speaker: NARRATOR,
  cast: null,
  speech: null,
  speechStatus: 'none',
  speechError: null,
  shotPins: [],
  origins: [],
};

/**
 * An image or clip that was removed from its scene and can be restored. `index`: its place in the list; `at`: time of
 * the removal, ISO 8601.
 */
export type RemovedMedia = { index: number; at: string } & (
  { type: 'image'; id: string; url: string } | { type: 'video'; id: string; video: VideoItem }
);

export interface SceneState extends SceneContent {
  deleted: boolean;
  /** Number of image generations queued. */
  generation: number;
  /** Addresses of removed images that were the main image, so that an undo makes them the main image again. */
  removedMainUrls: string[];
  removedMainVideoIds: string[];
  /** Removed media that can be restored, newest last; only media that could be shown are kept. */
  removedMedia: RemovedMedia[];
  /** The shots before their newest change, for its undo; `revision` is the revision of that change. */
  earlierPins: { revision: string; pins: ShotPin[] } | null;
  /** True if a user has edited one of the texts that Create Descriptions writes since it last wrote them. */
  textsEdited: boolean;
  createdAt: string;
  updatedAt: string;
  /** Revision of the project's stream, in decimal. */
  revision: string;
}

/** Returns the address of the main image; null without one. */
export const mainImageUrlOf = (scene: Pick<SceneContent, 'images' | 'mainImageId'>): string | null =>
  scene.images.find((slot) => slot.id === scene.mainImageId)?.url ?? null;

/** Tells whether the scene has a description. */
export const isDescribed = ({ description }: Pick<SceneContent, 'description'>): boolean => !isBlank(description);

export const isPlayable = (video: VideoItem): boolean =>
  video.status === 'complete' && video.url !== '' && video.id !== '';

function withVideos(scene: SceneState, videos: VideoItem[], preferredMain = scene.mainVideoId): SceneState {
  const playable = videos.filter(isPlayable);
  const main = playable.find((video) => video.id === preferredMain) ?? playable[0];
  return { ...scene, videos, mainVideoId: main?.id ?? null };
}

const insertAt = <T>(list: readonly T[], index: number, item: T): T[] => [
  ...list.slice(0, index),
  item,
  ...list.slice(index),
];

/**
 * Names of the fields that are edited as texts or numbers. Copies, API answers, project files and history use this
 * list.
 */
export const SCENE_FIELDS = sceneFieldsSchema.keyof().options;

/** Returns the `SCENE_FIELDS` of a scene. */
export const fieldsOf = (scene: SceneFields): SceneFields =>
  Object.fromEntries(SCENE_FIELDS.map((name) => [name, scene[name]])) as unknown as SceneFields;

/**
 * Copies a scene's content for a new scene; only finished media are copied, since a copy has no running jobs. `nextId`
 * returns the id of a copied image or clip.
 */
export function copyOf(scene: SceneContent, id: string, nextId: (of: string) => string): SceneContent {
  const images = scene.images
    .filter((slot) => slot.status === 'complete')
    .map((slot) => ({ slot, copy: { ...slot, id: nextId(slot.id), jobId: null } }));
  const videos = scene.videos.filter(isPlayable).map((video) => ({ video, copy: { ...video, id: nextId(video.id) } }));
  return {
    ...fieldsOf(scene),
    id,
    sourceText: scene.sourceText,
    order: scene.order,
    images: images.map(({ copy }) => copy),
    mainImageId: images.find(({ slot }) => slot.id === scene.mainImageId)?.copy.id ?? null,
    imageStatus: images.length === 0 ? 'pending' : 'complete',
    videos: videos.map(({ copy }) => copy),
    mainVideoId: videos.find(({ video }) => video.id === scene.mainVideoId)?.copy.id ?? null,
    speech: scene.speech,
    speechStatus: scene.speech ? 'complete' : 'none',
    speechError: null,
    shotPins: scene.shotPins,
    origins: scene.origins.filter(({ urls }) => urls.length > 0),
  };
}

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
  | ImageJobType
  | 'VideoJobQueued'
  | 'VideoJobCompleted'
  | 'VideoJobFailed'
  | 'SpeechJobQueued'
  | 'SpeechJobCompleted'
  | 'SpeechJobFailed'
  | 'SpeechTaken'
  | 'RunKept'
  | 'SceneDescribed'
  | 'ScenePromptWritten'
  | 'ShotsChanged'
  | 'ShotsRestored'
  | 'SceneDeleted'
  | 'SceneRestored';
/** An event about the content of one scene. */
export type SceneEvent = ProjectEventOf<SceneEventType> & { data: { sceneId: string } };

type Evolver<Data> = (scene: SceneState, data: Data, at: string, revision: bigint) => SceneState;
type Evolvers = { [Type in SceneEventType]: Evolver<ProjectEventOf<Type>['data']> };

const GENERATED_TEXTS = ['description', 'imagePrompt', 'videoPrompt'] as const;

const evolvers: Evolvers = {
  SceneEdited: (scene, { changes }) => ({
    ...scene,
    ...changes,
    textsEdited: scene.textsEdited || GENERATED_TEXTS.some((field) => field in changes),
  }),
  SceneDeleted: (scene) => ({ ...scene, deleted: true }),
  SceneRestored: (scene) => ({ ...scene, deleted: false }),
  SceneDescribed: (scene, { description, imagePrompt, videoPrompt }) => ({
    ...scene,
    description,
    imagePrompt,
    videoPrompt,
    textsEdited: false,
  }),
  ScenePromptWritten: (scene, { field, value }) => ({ ...scene, [field]: value }),

  ImageAdded: (scene, { slotId, url, index, makeMain }) =>
    withImages(
      withoutRemoved(scene, (media) => media.type === 'image' && media.url === url),
      insertAt(scene.images, index, { id: slotId, url, status: 'complete', jobId: null }),
      makeMain ? slotId : scene.mainImageId,
    ),
  ImageRemoved: (scene, { slotId }, at) => withoutImages(scene, [slotId], at),
  MainImageChosen: (scene, { slotId }) => withImages(scene, scene.images, slotId),
  ImageSlotsFailed: (scene, { slotIds }) =>
    withImages(
      scene,
      scene.images.map((slot) => (slotIds.includes(slot.id) ? { ...slot, status: 'failed' } : slot)),
    ),
  ImageSlotsRemoved: (scene, { slotIds }, at) => withoutImages(scene, slotIds, at),
  ...IMAGE_JOB_EVOLVERS,

  VideoAdded: (scene, { video, index, makeMain }) =>
    withVideos(
      withoutRemoved(scene, (media) => media.type === 'video' && media.id === video.id),
      insertAt(scene.videos, index, video),
      makeMain ? video.id : scene.mainVideoId,
    ),
  VideoRemoved: (scene, { videoId }, at) => withoutVideo(scene, videoId, at),
  MainVideoChosen: (scene, { videoId }) => withVideos(scene, scene.videos, videoId),
  ProcessingVideoReplaced: (scene, { processingVideoId, video }) => replaceVideo(scene, processingVideoId, video),
  VideoJobQueued: (scene, { jobId, seconds, madeFrom, replaces }) =>
    withVideos(withOrigin(scene, { jobId, clip: madeFrom, replaces }), [
      ...scene.videos,
      {
        ...PLACEHOLDER_VIDEO,
        id: placeholderVideoId(jobId),
        duration: seconds,
        thumbnail: null,
        status: 'processing',
      },
    ]),
  VideoJobCompleted: (scene, { jobId, video }) => {
    const preferred = takesPlaceOf(scene, jobId, scene.mainVideoId) ? video.id : scene.mainVideoId;
    return replaceVideo(withResults(scene, jobId, [video.url]), placeholderVideoId(jobId), video, preferred);
  },
  VideoJobFailed: (scene, { jobId }, at) => withoutVideo(withoutOrigin(scene, jobId), placeholderVideoId(jobId), at),

  SpeechJobQueued: (scene) => ({ ...scene, speechStatus: 'processing', speechError: null }),
  SpeechJobCompleted: (scene, { speech }) => ({ ...scene, speech, speechStatus: 'complete', speechError: null }),
  SpeechJobFailed: (scene, { error }) => ({ ...scene, speechStatus: 'failed', speechError: error }),

  SpeechTaken: (scene, { speech }) => ({
    ...scene,
    speech,
    speechStatus: speech ? 'complete' : 'none',
    speechError: null,
  }),

  ShotsChanged: (scene, { pins }, _at, revision) => ({
    ...scene,
    shotPins: pins,
    earlierPins: { revision: revision.toString(), pins: scene.shotPins },
  }),
  ShotsRestored: (scene, { pins }) => ({ ...scene, shotPins: pins, earlierPins: null }),

  RunKept: withKept,
};

function withKept(before: SceneState, { images, video, texts }: ProjectEventOf<'RunKept'>['data']): SceneState {
  const scene = texts ? { ...before, ...texts.after } : before;
  const slots = images.map(({ slotId: id, url }) => ({ id, url, status: 'complete' as const, jobId: null }));
  const kept = slots.length === 0 ? scene : withImages(scene, [...scene.images, ...slots], slots[0]?.id);
  return video ? withVideos(kept, [...kept.videos, video], video.id) : kept;
}

function withoutImages(scene: SceneState, slotIds: string[], at: string): SceneState {
  const main = scene.images.find((slot) => slot.id === scene.mainImageId && slotIds.includes(slot.id));
  const removed = scene.images.flatMap((slot, index): RemovedMedia[] =>
    slotIds.includes(slot.id) && isShowable(slot) ? [{ type: 'image', id: slot.id, url: slot.url, index, at }] : [],
  );
  const remaining = withImages(
    withRemoved(scene, removed),
    scene.images.filter((slot) => !slotIds.includes(slot.id)),
  );
  return main ? { ...remaining, removedMainUrls: remember(scene.removedMainUrls, main.url) } : remaining;
}

function withoutVideo(scene: SceneState, videoId: string, at: string): SceneState {
  const removed = scene.videos.flatMap((video, index): RemovedMedia[] =>
    video.id === videoId && isPlayable(video) ? [{ type: 'video', id: video.id, video, index, at }] : [],
  );
  const remaining = withVideos(
    withRemoved(scene, removed),
    scene.videos.filter((video) => video.id !== videoId),
  );
  return scene.mainVideoId === videoId
    ? { ...remaining, removedMainVideoIds: remember(scene.removedMainVideoIds, videoId) }
    : remaining;
}

/**
 * Keeps at most as many removed media as a scene can hold images, so that they do not outgrow the scene's own content.
 */
const withRemoved = (scene: SceneState, removed: RemovedMedia[]): SceneState =>
  removed.length === 0
    ? scene
    : { ...scene, removedMedia: [...scene.removedMedia, ...removed].slice(-LIMITS.assetsPerScene) };

const withoutRemoved = (scene: SceneState, isBack: (media: RemovedMedia) => boolean): SceneState =>
  scene.removedMedia.some(isBack)
    ? { ...scene, removedMedia: scene.removedMedia.filter((media) => !isBack(media)) }
    : scene;

const remember = (list: string[], item: string): string[] => [...list, item].slice(-12);

/** Replaces a placeholder by its clip; if the placeholder was removed meanwhile, the clip is not added. */
const replaceVideo = (
  scene: SceneState,
  placeholderId: string,
  video: VideoItem,
  preferredMain = scene.mainVideoId,
): SceneState =>
  withVideos(
    scene,
    scene.videos.map((item) => (item.id === placeholderId ? video : item)),
    preferredMain,
  );

export const SCENE_EVENT_TYPES = Object.keys(evolvers) as SceneEventType[];
export const isSceneEvent = (event: ProjectEvent): event is SceneEvent =>
  Object.hasOwn(evolvers, event.type) && 'sceneId' in event.data && event.data.sceneId !== null;

/**
 * Folds an event into a scene. Other properties of the object are preserved, since a fold copies the object and changes
 * only its own properties.
 */
export function evolveScene<Scene extends SceneState>(scene: Scene, event: SceneEvent, context: FoldContext): Scene {
  const evolver = evolvers[event.type] as Evolver<SceneEvent['data']>;
  return touched(evolver(scene, event.data, context.at, context.revision) as Scene, context);
}

export const touched = <Scene extends SceneState>(scene: Scene, { at, revision }: FoldContext): Scene => ({
  ...scene,
  updatedAt: at,
  revision: revision.toString(),
});

/** A scene's initial state. Content from events may lack newer fields, which get their defaults here. */
export const NEW_SCENE_STATE: Omit<SceneState, 'id' | 'order' | 'createdAt' | 'updatedAt' | 'revision'> = {
  ...EMPTY_SCENE,
  deleted: false,
  generation: 0,
  removedMainUrls: [],
  removedMainVideoIds: [],
  removedMedia: [],
  earlierPins: null,
  textsEdited: false,
};

export const newScene = (content: SceneContent, { at, revision }: FoldContext): SceneState => ({
  ...NEW_SCENE_STATE,
  ...content,
  createdAt: at,
  updatedAt: at,
  revision: revision.toString(),
});
