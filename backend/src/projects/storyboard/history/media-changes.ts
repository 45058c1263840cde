import type { VideoItem } from '@storyreel/contracts';
import type { FoldContext } from '../../../eventsourcing/domain/aggregate';
import { DomainError } from '../../../lib/domain-error';
import type { ProjectEvent } from '../domain/events';
import { isShowable } from '../domain/image-slots';
import { evolveScene, isPlayable } from '../domain/scene';
import type { ImageSlot, SceneEvent, SceneState } from '../domain/scene';
import { withinAssetLimit } from '../domain/scene-media';

/** The finished media of a scene before and after a step, each with its main image or clip. */
export interface MediaChange<Item extends { id: string }> {
  before: readonly Item[];
  after: readonly Item[];
  mainBefore: string | null;
  mainAfter: string | null;
}

export const changedSince = (): DomainError => new DomainError('conflict', 'It was changed since.');

const lacks = (list: readonly { id: string }[], id: string): boolean => !list.some((item) => item.id === id);

const idsOf = (list: readonly { id: string }[]): string => list.map(({ id }) => id).join(' ');

/**
 * Applies a change to a list that may have other items by now: only the changed items are added or removed.
 * @throws DomainError conflict when an item to remove is gone, or an item to add is already there
 */
function applied<Item extends { id: string }>(current: readonly Item[], { before, after }: MediaChange<Item>): Item[] {
  const gone = before.filter(({ id }) => lacks(after, id));
  const come = after.filter(({ id }) => lacks(before, id));
  if (gone.some(({ id }) => lacks(current, id)) || come.some(({ id }) => !lacks(current, id))) throw changedSince();
  if (idsOf(current) === idsOf(before)) return [...after];
  const list = current.filter(({ id }) => lacks(gone, id));
  for (const item of come) {
    list.splice(Math.min(after.indexOf(item), list.length), 0, item);
  }
  return list;
}

interface Kind<Item> {
  things: 'images' | 'videos';
  all(scene: SceneState): readonly Item[];
  isFinished(item: Item): boolean;
  mainOf(scene: SceneState): string | null;
  removed(sceneId: string, item: Item): ProjectEvent;
  added(sceneId: string, item: Item, place: { index: number; makeMain: boolean }): ProjectEvent;
  chosen(sceneId: string, id: string): ProjectEvent;
}

const IMAGES: Kind<ImageSlot> = {
  things: 'images',
  all: ({ images }) => images,
  isFinished: isShowable,
  mainOf: ({ mainImageId }) => mainImageId,
  removed: (sceneId, { id: slotId }) => ({ type: 'ImageRemoved', data: { sceneId, slotId } }),
  added: (sceneId, { id: slotId, url }, place) => ({ type: 'ImageAdded', data: { sceneId, slotId, url, ...place } }),
  chosen: (sceneId, slotId) => ({ type: 'MainImageChosen', data: { sceneId, slotId } }),
};

const CLIPS: Kind<VideoItem> = {
  things: 'videos',
  all: ({ videos }) => videos,
  isFinished: isPlayable,
  mainOf: ({ mainVideoId }) => mainVideoId,
  removed: (sceneId, { id: videoId }) => ({ type: 'VideoRemoved', data: { sceneId, videoId } }),
  added: (sceneId, video, place) => ({ type: 'VideoAdded', data: { sceneId, video, ...place } }),
  chosen: (sceneId, videoId) => ({ type: 'MainVideoChosen', data: { sceneId, videoId } }),
};

/** Returns the difference between the finished media of two states of a scene; null if there is none. */
function between<Item extends { id: string }>(
  kind: Kind<Item>,
  was: SceneState,
  is: SceneState,
): MediaChange<Item> | null {
  const finishedOf = (scene: SceneState) => kind.all(scene).filter((item) => kind.isFinished(item));
  const [before, after] = [finishedOf(was), finishedOf(is)];
  const [mainBefore, mainAfter] = [kind.mainOf(was), kind.mainOf(is)];
  if (idsOf(before) === idsOf(after) && mainBefore === mainAfter) return null;
  return { before, after, mainBefore, mainAfter };
}

/** Returns the differences between the images and clips of two states of a scene. */
export function mediaBetween(was: SceneState, is: SceneState): SceneMediaChange[] {
  const [images, clips] = [between(IMAGES, was, is), between(CLIPS, was, is)];
  return [
    ...(images ? [{ of: 'images' as const, sceneId: is.id, ...images }] : []),
    ...(clips ? [{ of: 'clips' as const, sceneId: is.id, ...clips }] : []),
  ];
}

/** Returns the events that give a scene exactly these media, in this order. */
function towards<Item extends { id: string }>(
  scene: SceneState,
  kind: Kind<Item>,
  change: MediaChange<Item>,
  context: FoldContext,
): ProjectEvent[] {
  const events: ProjectEvent[] = [];
  let now = scene;
  const put = (event: ProjectEvent): void => {
    events.push(event);
    now = evolveScene(now, event as SceneEvent, context);
  };
  const finished = kind.all(scene).filter((item) => kind.isFinished(item));
  const wanted = applied(finished, change);
  const main = kind.mainOf(scene) === change.mainBefore ? change.mainAfter : kind.mainOf(scene);
  let last = -1;
  for (const item of finished) {
    const place = wanted.findIndex(({ id }) => id === item.id);
    if (place > last) last = place;
    else put(kind.removed(scene.id, item));
  }
  let index = 0;
  for (const item of wanted) {
    const known = kind.all(now).findIndex(({ id }) => id === item.id);
    if (known < 0) {
      withinAssetLimit(kind.all(now).length + 1, kind.things);
      put(kind.added(scene.id, item, { index, makeMain: item.id === main }));
    } else index = known;
    index += 1;
  }
  if (main !== null && kind.mainOf(now) !== main && !lacks(wanted, main)) put(kind.chosen(scene.id, main));
  return events;
}

export type SceneMediaChange =
  | ({ of: 'images'; sceneId: string } & MediaChange<ImageSlot>)
  | ({ of: 'clips'; sceneId: string } & MediaChange<VideoItem>);

/**
 * Returns the events that apply a change to a scene's images or clips.
 * @throws DomainError conflict, limit_reached
 */
export const mediaTowards = (scene: SceneState, change: SceneMediaChange, context: FoldContext): ProjectEvent[] =>
  change.of === 'images' ? towards(scene, IMAGES, change, context) : towards(scene, CLIPS, change, context);
