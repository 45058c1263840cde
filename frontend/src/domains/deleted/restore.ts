import type { DeletedThing, Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { hasStatus } from '../../platform/api-client';
import { restoreMedia } from '../media/delete-media';
import { addImage, addVideo, deleteImageAt, deleteVideoById, videoMetadata } from '../media/media-calls';
import { putSceneBack, restoreScene, takeSceneAway } from '../scenes/delete-scene';
import { cachedScenes, setSceneInCache } from '../scenes/scene-cache';

type DeletedMedia = Exclude<DeletedThing, { kind: 'scene' }>;

/** The same key for each who puts the same deletion back: it is put back once, also elsewhere. */
const keyOf = ({ id, deletedAt }: DeletedThing): string => `restore/${id}/${deletedAt}`;

const putMediaBack = (thing: DeletedMedia): Promise<Scene> =>
  thing.kind === 'image'
    ? addImage(thing.sceneId, thing.imageUrl, thing.index, keyOf(thing))
    : addVideo(thing.sceneId, videoMetadata(thing.video, thing.index), keyOf(thing));

/** Puts something back where it was, as its Undo does. */
export const restoreThing = (queryClient: QueryClient, projectId: string, thing: DeletedThing): Promise<void> =>
  thing.kind === 'scene'
    ? restoreScene(queryClient, { id: thing.id, projectId })
    : restoreMedia(queryClient, thing.kind, () => putMediaBack(thing));

/** Deletes again what was put back. */
export type TakeAway = () => Promise<void>;

/** The same as restoreThing, without a word. */
export async function putBack(queryClient: QueryClient, projectId: string, thing: DeletedThing): Promise<TakeAway> {
  if (thing.kind === 'scene') {
    const scene = { id: thing.id, projectId };
    await putSceneBack(queryClient, scene);
    return () => unlessGone(() => takeSceneAway(queryClient, scene));
  }
  const restored = await putMediaBack(thing);
  setSceneInCache(queryClient, restored);
  return () =>
    unlessGone(async () => {
      const scene = cachedScenes(queryClient, projectId).find(({ id }) => id === restored.id) ?? restored;
      const without = await takeMediaAway(scene, thing);
      if (without) setSceneInCache(queryClient, without);
    });
}

/** The scene without it; null when it is not there. */
async function takeMediaAway({ id, imageUrls, videos }: Scene, thing: DeletedMedia): Promise<Scene | null> {
  if (thing.kind === 'image') {
    const index = imageUrls[thing.index] === thing.imageUrl ? thing.index : imageUrls.indexOf(thing.imageUrl);
    return index < 0 ? null : deleteImageAt(id, index);
  }
  const video = videos.find(({ url }) => url === thing.video.url);
  return video ? deleteVideoById(id, video.id) : null;
}

/** Somebody else has taken it away already. */
async function unlessGone(takeAway: TakeAway): Promise<void> {
  try {
    await takeAway();
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}
