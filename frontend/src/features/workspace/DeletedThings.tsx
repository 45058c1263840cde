import type { DeletedThing, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { hasStatus } from '../../platform/http/api-client';
import { refusalOf } from '../../platform/http/failures';
import { tellError, toast } from '../../ui';
import { addImage, addVideo, deleteImageAt, deleteVideoById, videoMetadata } from '../pictures/api';
import { restoreMedia } from '../pictures/media/commands';
import { RecentlyDeletedDialog } from '../projects/RecentlyDeletedDialog';
import type { DeletedEntry, DeletedGroup } from '../projects/RecentlyDeletedDialog';
import { useDeletedThings } from '../projects/deleted';
import { cachedScenes, setSceneInCache } from '../scenes/api';
import { putSceneBack, refreshAround, restoreScene, takeSceneAway } from '../scenes/commands';

type DeletedMedia = Exclude<DeletedThing, { kind: 'scene' }>;

/**
 * Returns the idempotency key for restoring one deletion, so that it is restored only once, even from several windows.
 */
const keyOf = ({ id, deletedAt }: DeletedThing): string => `restore/${id}/${deletedAt}`;

const putMediaBack = (thing: DeletedMedia): Promise<Scene> =>
  thing.kind === 'image'
    ? addImage(thing.sceneId, thing.imageUrl, thing.index, keyOf(thing))
    : addVideo(thing.sceneId, videoMetadata(thing.video, thing.index), keyOf(thing));

/** Restores a deleted item to its place, as the Undo of its deletion does. */
export const restoreThing = (queryClient: QueryClient, projectId: string, thing: DeletedThing): Promise<void> =>
  thing.kind === 'scene'
    ? restoreScene(queryClient, { id: thing.id, projectId })
    : restoreMedia(queryClient, thing.kind, () => putMediaBack(thing));

/** Deletes a restored item again. */
export type TakeAway = () => Promise<void>;

/** Restores like `restoreThing`, but without a toast. */
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

/** Returns the scene without the item; null when the scene does not contain it. */
async function takeMediaAway({ id, imageUrls, videos }: Scene, thing: DeletedMedia): Promise<Scene | null> {
  if (thing.kind === 'image') {
    const index = imageUrls[thing.index] === thing.imageUrl ? thing.index : imageUrls.indexOf(thing.imageUrl);
    return index < 0 ? null : deleteImageAt(id, index);
  }
  const video = videos.find(({ url }) => url === thing.video.url);
  return video ? deleteVideoById(id, video.id) : null;
}

/** Deletes the restored item again, unless it was already deleted elsewhere. */
async function unlessGone(takeAway: TakeAway): Promise<void> {
  try {
    await takeAway();
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}

const WORDS: readonly [DeletedThing['kind'], string][] = [
  ['scene', 'scene'],
  ['image', 'image'],
  ['video', 'clip'],
];

/** Counts items: '2 images and 1 clip'. */
export function countOf(things: readonly DeletedThing[]): string {
  const parts = WORDS.flatMap(([kind, word]) => {
    const count = things.filter((thing) => thing.kind === kind).length;
    return count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`];
  });
  return parts.join(' and ');
}

/**
 * Restores several items with one toast, whose undo deletes all of them again. Begins with the newest deletion, so that
 * each item finds the others in the places that they had when it was deleted.
 */
export async function restoreAll(
  queryClient: QueryClient,
  projectId: string,
  newestFirst: readonly DeletedThing[],
): Promise<void> {
  const back: DeletedThing[] = [];
  const takeAways: TakeAway[] = [];
  const refused: unknown[] = [];
  for (const thing of newestFirst) {
    try {
      takeAways.push(await putBack(queryClient, projectId, thing));
      back.push(thing);
    } catch (error) {
      refused.push(error);
    }
  }
  await refreshAround(queryClient, projectId);
  const undo = back.length > 0 ? () => takeAllAway(queryClient, projectId, takeAways, countOf(back)) : undefined;
  if (refused.length === 0) {
    toast({ title: `${countOf(back)} restored`, undo });
    return;
  }
  const none = back.length === 0;
  const title = none ? 'Restore failed' : `${back.length} of ${newestFirst.length} restored`;
  const rest = none ? countOf(newestFirst) : 'the rest';
  const description = refused.map(refusalOf).find(Boolean) ?? `Failed to restore ${rest}. Please try again.`;
  toast({ title, description, variant: 'destructive', undo });
}

async function takeAllAway(
  queryClient: QueryClient,
  projectId: string,
  takeAways: readonly TakeAway[],
  what: string,
): Promise<void> {
  try {
    for (const takeAway of takeAways.toReversed()) await takeAway();
    toast({ title: `${what} deleted` });
  } catch (error) {
    tellError('Deletion failed', error, `Failed to delete ${what}. Please try again.`);
  }
  await refreshAround(queryClient, projectId);
}

const sceneName = (title: string): string => title.trim() || 'Untitled scene';

function entryOf(thing: DeletedThing): DeletedEntry {
  const { deletedAt } = thing;
  const scene = sceneName(thing.title);
  // The key contains the time, because the same image can be deleted again later.
  const key = `${thing.id}/${deletedAt}`;
  switch (thing.kind) {
    case 'scene':
      return { key, name: scene, about: 'Scene', picture: thing.imageUrl, deletedAt };
    case 'image':
      return { key, name: `Image ${thing.index + 1}`, about: `From ${scene}`, picture: thing.imageUrl, deletedAt };
    case 'video': {
      const { thumbnail, url } = thing.video;
      const name = `Clip ${thing.index + 1}`;
      return { key, name, about: `From ${scene}`, picture: thumbnail, clip: url, deletedAt };
    }
  }
}

/** Returns the group of an item: scenes form one group, and the media removed from each existing scene another. */
function groupOf(thing: DeletedThing): DeletedGroup {
  return thing.kind === 'scene'
    ? { key: 'scenes', name: 'Scenes' }
    : { key: thing.sceneId, name: `From ${sceneName(thing.title)}` };
}

interface DeletedThingsProps {
  projectId: string;
  onClose: () => void;
}

/** Lists the open project's deleted items. */
export default function DeletedThings({ projectId, onClose }: DeletedThingsProps) {
  const queryClient = useQueryClient();
  const list = useDeletedThings(projectId);
  return (
    <RecentlyDeletedDialog
      list={list}
      entryOf={entryOf}
      description="Scenes, images and clips of this project. Restored ones go back to their place."
      empty="Scenes, images and clips you delete appear here."
      groups={{
        of: groupOf,
        countOf,
        onRestore: (things) => restoreAll(queryClient, projectId, things),
      }}
      onRestore={(thing) => restoreThing(queryClient, projectId, thing)}
      onClose={onClose}
    />
  );
}
