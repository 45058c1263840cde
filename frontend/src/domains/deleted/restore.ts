import type { DeletedThing } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { restoreMedia } from '../media/delete-media';
import { addImage, addVideo, videoMetadata } from '../media/media-calls';
import { restoreScene } from '../scenes/delete-scene';

/** Puts something back where it was, as its Undo does. However often it is asked, also elsewhere, it is put back once. */
export function restoreThing(queryClient: QueryClient, projectId: string, thing: DeletedThing): Promise<void> {
  const { sceneId, deletedAt } = thing;
  const key = `restore/${thing.id}/${deletedAt}`;
  switch (thing.kind) {
    case 'scene':
      return restoreScene(queryClient, { id: thing.id, projectId });
    case 'image':
      return restoreMedia(queryClient, 'image', () => addImage(sceneId, thing.imageUrl, thing.index, key));
    case 'video':
      return restoreMedia(queryClient, 'video', () => addVideo(sceneId, videoMetadata(thing.video, thing.index), key));
  }
}
