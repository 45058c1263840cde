import type { DeletedThing } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useDeletedThings } from './queries';
import type { DeletedEntry } from './DeletedRow';
import { RecentlyDeletedDialog, type DeletedGroup } from './RecentlyDeletedDialog';
import { restoreThing } from './restore';
import { countOf, restoreAll } from './restore-all';

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

/** What belongs together: all scenes, and what was taken out of one of those that are there. */
function groupOf(thing: DeletedThing): DeletedGroup {
  return thing.kind === 'scene'
    ? { key: 'scenes', name: 'Scenes' }
    : { key: thing.sceneId, name: `From ${sceneName(thing.title)}` };
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
