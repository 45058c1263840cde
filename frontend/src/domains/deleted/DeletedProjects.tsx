import type { DeletedProject } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { restoreProject } from '../projects/delete-project';
import { useDeletedProjects } from './queries';
import type { DeletedEntry } from './DeletedRow';
import { RecentlyDeletedDialog } from './RecentlyDeletedDialog';

const projectEntry = ({ id, title, sceneCount, thumbnail, deletedAt }: DeletedProject): DeletedEntry => ({
  key: id,
  name: title.trim() || 'Untitled Project',
  about: sceneCount === 1 ? '1 scene' : `${sceneCount} scenes`,
  picture: thumbnail,
  deletedAt,
});

/** The projects that were deleted. */
export default function DeletedProjects({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const list = useDeletedProjects();
  return (
    <RecentlyDeletedDialog
      list={list}
      entryOf={projectEntry}
      description="A restored project comes back with its scenes."
      empty="Projects you delete appear here."
      onRestore={(project) => restoreProject(queryClient, project)}
      onClose={onClose}
    />
  );
}
