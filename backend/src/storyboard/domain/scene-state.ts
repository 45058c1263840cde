import {
  type ImageSlotStatus,
  type ImageStatus,
  isBlank,
  NARRATOR,
  NEW_SCENE,
  type SceneFields,
  type SceneSpeech,
  type SpeechStatus,
  type VideoItem,
} from '@storyreel/contracts';

/** A place for an image. `url` is '' until there is one; `jobId` is null for an upload. */
export interface ImageSlot {
  id: string;
  url: string;
  status: ImageSlotStatus;
  jobId: string | null;
}

/** A scene as its events tell it. Lists hold at most 12 entries. */
export interface SceneContent extends SceneFields {
  id: string;
  /** The words of the story it was made from. */
  sourceText: string;
  order: number;
  images: ImageSlot[];
  mainImageId: string | null;
  imageStatus: ImageStatus;
  videos: VideoItem[];
  mainVideoId: string | null;
  speech: SceneSpeech | null;
  speechStatus: SpeechStatus;
  /** For people; null unless the last try failed. */
  speechError: string | null;
}

/**
 * A scene of which nothing is known. A field that comes later has its value here: for new scenes, and for those that were
 * stored before there was such a field.
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
  speech: null,
  speechStatus: 'none',
  speechError: null,
};

/** An image or a clip that was taken out of its scene and can be put back. `index`: where it stood; `at`: ISO 8601. */
export type RemovedMedia = { index: number; at: string } & (
  { type: 'image'; id: string; url: string } | { type: 'video'; id: string; video: VideoItem }
);

export interface SceneState extends SceneContent {
  deleted: boolean;
  /** How many image generations were queued. */
  generation: number;
  /** Removed images that were the main one, so that an undo makes them main again. */
  removedMainUrls: string[];
  removedMainVideoIds: string[];
  /** The newest last. Of what could be shown, so that it can be put back. */
  removedMedia: RemovedMedia[];
  createdAt: string;
  updatedAt: string;
  /** Decimal; revision of the project's stream. */
  revision: string;
}

/** Null while no image is the main one. */
export const mainImageUrlOf = (scene: Pick<SceneContent, 'images' | 'mainImageId'>): string | null =>
  scene.images.find((slot) => slot.id === scene.mainImageId)?.url ?? null;

/** Whether somebody has written what is to be seen. */
export const isDescribed = ({ description }: Pick<SceneContent, 'description'>): boolean => !isBlank(description);

/** What the slots say together: processing if any is, else failed if any is, else complete; idle without slots. */
export function imageStatusOf(images: readonly ImageSlot[]): ImageStatus {
  if (images.length === 0) return 'idle';
  if (images.some((slot) => slot.status === 'processing' || slot.status === 'pending')) return 'processing';
  return images.some((slot) => slot.status === 'failed') ? 'failed' : 'complete';
}

/** The images with their status and main image put right after a change. Keeps the main image while it is there. */
export function withImages(scene: SceneState, images: ImageSlot[], preferredMain = scene.mainImageId): SceneState {
  const usable = images.filter(isShowable);
  const main = usable.find((slot) => slot.id === preferredMain) ?? neighbour(scene, usable);
  return { ...scene, images, imageStatus: imageStatusOf(images), mainImageId: main?.id ?? null };
}

/** After the main image went: the one that moved into its place, else the last one. */
function neighbour(scene: SceneState, usable: ImageSlot[]): ImageSlot | undefined {
  const before = scene.images.findIndex((slot) => slot.id === scene.mainImageId);
  if (before < 0) return usable[0];
  const after = new Set(scene.images.slice(before + 1).map((slot) => slot.id));
  return usable.find((slot) => after.has(slot.id)) ?? usable.at(-1);
}

/** A picture that can be shown. */
export const isShowable = ({ status, url }: Pick<ImageSlot, 'status' | 'url'>): boolean =>
  status === 'complete' && url !== '';

export const isPlayable = (video: VideoItem): boolean =>
  video.status === 'complete' && video.url !== '' && video.id !== '';

export function withVideos(scene: SceneState, videos: VideoItem[], preferredMain = scene.mainVideoId): SceneState {
  const playable = videos.filter(isPlayable);
  const main = playable.find((video) => video.id === preferredMain) ?? playable[0];
  return { ...scene, videos, mainVideoId: main?.id ?? null };
}

export const insertAt = <T>(list: readonly T[], index: number, item: T): T[] => [
  ...list.slice(0, index),
  item,
  ...list.slice(index),
];

/** A scene's content for a new scene: finished media only, since a copy has no running jobs. */
export function copyOf(scene: SceneContent, id: string, nextId: () => string): SceneContent {
  const images = scene.images
    .filter((slot) => slot.status === 'complete')
    .map((slot) => ({ slot, copy: { ...slot, id: nextId(), jobId: null } }));
  const videos = scene.videos.filter(isPlayable).map((video) => ({ video, copy: { ...video, id: nextId() } }));
  return {
    id,
    title: scene.title,
    description: scene.description,
    imagePrompt: scene.imagePrompt,
    videoPrompt: scene.videoPrompt,
    duration: scene.duration,
    sourceText: scene.sourceText,
    order: scene.order,
    images: images.map(({ copy }) => copy),
    mainImageId: images.find(({ slot }) => slot.id === scene.mainImageId)?.copy.id ?? null,
    imageStatus: images.length === 0 ? 'pending' : 'complete',
    videos: videos.map(({ copy }) => copy),
    mainVideoId: videos.find(({ video }) => video.id === scene.mainVideoId)?.copy.id ?? null,
    narration: scene.narration,
    speaker: scene.speaker,
    speech: scene.speech,
    speechStatus: scene.speech ? 'complete' : 'none',
    speechError: null,
  };
}
