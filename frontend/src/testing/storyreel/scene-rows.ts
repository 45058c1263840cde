import type { ImageSlotStatus, ImageStatus, Project, Scene, SceneCounts, VideoItem } from '@storyreel/contracts';
import { isBlank, isNarrated, isPrompted } from '@storyreel/contracts';

interface Slot {
  id: string;
  url: string;
  status: ImageSlotStatus;
  jobId: string | null;
}

export const slotsOf = (scene: Scene): Slot[] =>
  scene.imageUrls.map((url, at) => ({
    id: scene.imageIds[at] ?? '',
    url,
    status: scene.imageStatuses[at] ?? 'pending',
    jobId: scene.imageJobIds[at] ?? null,
  }));

const isUsable = ({ status, url }: Slot): boolean => status === 'complete' && url !== '';
const mainSlotOf = (scene: Scene): string | undefined =>
  slotsOf(scene).find((slot) => isUsable(slot) && slot.url === scene.imageUrl)?.id;

function statusOf(slots: readonly Slot[]): ImageStatus {
  if (slots.length === 0) return 'idle';
  if (slots.some(({ status }) => status === 'processing' || status === 'pending')) return 'processing';
  return slots.some(({ status }) => status === 'failed') ? 'failed' : 'complete';
}

/** Replaces the slots. If the main image is gone, the next usable one becomes the main image, or else the last one. */
export function withSlots(scene: Scene, slots: Slot[], preferred = mainSlotOf(scene)): Scene {
  const usable = slots.filter(isUsable);
  const before = slotsOf(scene);
  const gone = before.findIndex(({ id }) => id === mainSlotOf(scene));
  const behind = new Set(before.slice(gone + 1).map(({ id }) => id));
  const heir = gone < 0 ? usable[0] : (usable.find(({ id }) => behind.has(id)) ?? usable.at(-1));
  return {
    ...scene,
    imageUrl: (usable.find(({ id }) => id === preferred) ?? heir)?.url ?? null,
    imageUrls: slots.map(({ url }) => url),
    imageStatuses: slots.map(({ status }) => status),
    imageJobIds: slots.map(({ jobId }) => jobId),
    imageIds: slots.map(({ id }) => id),
    imageStatus: statusOf(slots),
  };
}

export const isPlayable = ({ id, url, status }: VideoItem): boolean => status === 'complete' && url !== '' && id !== '';

/** Replaces the videos. If the main video is gone, the first playable one becomes the main video. */
export function withVideos(scene: Scene, videos: VideoItem[], preferred = scene.mainVideoId): Scene {
  const playable = videos.filter(isPlayable);
  return { ...scene, videos, mainVideoId: (playable.find(({ id }) => id === preferred) ?? playable[0])?.id ?? null };
}

/** Adds the rank, and the fields that are derived from the videos. */
export function presentScene(scene: Scene, displayOrder: number): Scene {
  return {
    ...scene,
    displayOrder,
    videoUrl: scene.videos.find(({ id }) => id === scene.mainVideoId)?.url ?? null,
    videoUrls: scene.videos.map(({ url }) => url),
    videoStatuses: scene.videos.map(({ status }) => status),
  };
}

/** Derives a project's counts and thumbnail from its scenes in order. */
export function factsOf(scenes: readonly Scene[]): Pick<Project, 'sceneCount' | 'sceneCounts' | 'thumbnail'> {
  const count = (matches: (scene: Scene) => boolean): number => scenes.filter(matches).length;
  const hasImage = ({ imageUrl }: Scene): boolean => imageUrl !== null;
  const hasVideo = ({ mainVideoId }: Scene): boolean => mainVideoId !== null;
  const sceneCounts: SceneCounts = {
    total: scenes.length,
    described: count(({ description }) => !isBlank(description)),
    prompted: count(isPrompted),
    withImage: count(hasImage),
    withMainVideo: count(hasVideo),
    withImageAndMainVideo: count((scene) => hasImage(scene) && hasVideo(scene)),
    withAnyMedia: count((scene) => hasImage(scene) || hasVideo(scene)),
    narrated: count(isNarrated),
  };
  return { sceneCount: scenes.length, sceneCounts, thumbnail: scenes.find(hasImage)?.imageUrl ?? null };
}

export const insertAt = <T>(list: readonly T[], at: number, item: T): T[] => [
  ...list.slice(0, at),
  item,
  ...list.slice(at),
];
