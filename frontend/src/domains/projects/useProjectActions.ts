import type { ProjectStatus, ProjectSummary } from '@storyreel/contracts';
import { useMemo } from 'react';
import { useDeleteDialog } from '../../ui/delete-dialog';
import { useDeleteProject, useDuplicateProject, useUpdateProject } from './queries';
import { useOpenProject } from './useOpenProject';

/** As a list and its own page know it. */
type Acted = Pick<ProjectSummary, 'id' | 'title' | 'status'>;

/** What can be done to a project from wherever it is shown. */
export function useProjectActions() {
  const { open } = useOpenProject();
  const update = useUpdateProject();
  const { mutate: duplicate } = useDuplicateProject();
  const { mutateAsync: remove } = useDeleteProject();
  const { ask } = useDeleteDialog();
  return useMemo(
    () => ({
      open: (project: Acted) => open(project.id),
      setStatus: (project: Acted, status: ProjectStatus) => {
        if (status !== project.status) update({ id: project.id, changes: { status } });
      },
      duplicate: (project: Acted) => duplicate(project),
      askToDelete: (project: Acted) => ask({ kind: 'project', name: project.title, onConfirm: () => remove(project) }),
    }),
    [open, update, duplicate, remove, ask],
  );
}
export type ProjectActions = ReturnType<typeof useProjectActions>;
