import type { DeletedThing } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useDeletedThings } from './queries';
import { RecentlyDeletedDialog, type DeletedEntry } from './RecentlyDeletedDialog';
import { restoreThing } from './restore';

const sceneName = (title: string): string => title.trim() || 'Untitled scene';

function entryOf(thing: DeletedThing): DeletedEntry {
  const { deletedAt } = thing;
  const scene = sceneName(thing.title);
  // The same image can be deleted again later.
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

interface DeletedThingsProps {
  projectId: string;
  onClose: () => void;
}

/** What was deleted in the open project. */
export default function DeletedThings({ projectId, onClose }: DeletedThingsProps) {
  const queryClient = useQueryClient();
  const list = useDeletedThings(projectId);
  return (
    <RecentlyDeletedDialog
      list={list}
      entryOf={entryOf}
      description="Scenes, images and clips of this project. Restored ones go back to their place."
      empty="Scenes, images and clips you delete appear here."
      onRestore={(thing) => restoreThing(queryClient, projectId, thing)}
      onClose={onClose}
    />
  );
}
