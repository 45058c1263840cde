import type { Project, ProjectStatus } from '@storyreel/contracts';
import { useMemo } from 'react';
import { useDeleteDialog } from '../../ui/delete-dialog';
import { useDeleteProject, useDuplicateProject, useUpdateProject } from './queries';
import { useOpenProject } from './useOpenProject';

/** What can be done to a project from wherever it is shown. */
export function useProjectActions() {
  const { open } = useOpenProject();
  const update = useUpdateProject();
  const { mutate: duplicate } = useDuplicateProject();
  const { mutateAsync: remove } = useDeleteProject();
  const { ask } = useDeleteDialog();
  return useMemo(
    () => ({
      open: (project: Project) => open(project.id),
      setStatus: (project: Project, status: ProjectStatus) => {
        if (status !== project.status) update({ id: project.id, changes: { status } });
      },
      duplicate: (project: Project) => duplicate(project),
      askToDelete: (project: Project) =>
        ask({ kind: 'project', name: project.title, onConfirm: () => remove(project) }),
    }),
    [open, update, duplicate, remove, ask],
  );
}
export type ProjectActions = ReturnType<typeof useProjectActions>;
