import { PROJECT_STATUS_LABELS, PROJECT_STATUSES } from '@storyreel/contracts';
import type { ProjectStatus, ProjectSummary } from '@storyreel/contracts';
import { CircleDot, Copy, Ellipsis, FileDown, FolderOpen, GitFork, History, Pencil, Trash2 } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../ui';
import { StyledIconButton } from '../../ui/Button';
import { useDeleteDialog } from '../../ui/DeleteDialog';
import { useDeleteProject, useDuplicateProject, useUpdateProject } from './api';
import { exportProject } from './export-project';
import { useOpenProject } from './useOpenProject';

/** Fields that the list of projects and the project's own page have in common. */
type Acted = Pick<ProjectSummary, 'id' | 'title' | 'status'>;

/** Returns the actions on a project, for every place that shows projects. */
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

interface ProjectMenuProps {
  project: Pick<ProjectSummary, 'id' | 'title' | 'status'>;
  actions: ProjectActions;
  /** card: also sets the status. row: only opens the project. workspace: has no 'Open', since the project is open. */
  kind: 'card' | 'row' | 'workspace';
  /** Shows the project's deleted items; only for the open project. */
  onRecentlyDeleted?: () => void;
  /** Makes an alternative of the project; only for the open project. */
  onTryAlternative?: () => void;
}

export function ProjectMenu({ project, actions, kind, onRecentlyDeleted, onTryAlternative }: ProjectMenuProps) {
  const chosen = useRef<(() => void) | null>(null);
  // Deferred until the closed menu has restored the focus, so that a dialog remembers the right element when it opens.
  function runChosen(): void {
    const run = chosen.current;
    chosen.current = null;
    if (run) window.setTimeout(run);
  }
  const icon = { size: 16, 'aria-hidden': true } as const;
  return (
    <Menu>
      <MenuTrigger asChild>
        <StyledIconButton
          type="button"
          aria-label={`Actions for ${project.title}`}
          className="menu"
          data-delete-menu="project"
        >
          <Ellipsis {...icon} />
        </StyledIconButton>
      </MenuTrigger>
      <MenuContent onCloseAutoFocus={runChosen}>
        {kind !== 'workspace' && (
          <MenuItem
            icon={kind === 'card' ? <Pencil {...icon} /> : <FolderOpen {...icon} />}
            onSelect={() => actions.open(project)}
          >
            {kind === 'card' ? 'Edit' : 'Open'}
          </MenuItem>
        )}
        {kind === 'card' && (
          <>
            <MenuSeparator />
            {PROJECT_STATUSES.map((status) => (
              <MenuItem key={status} icon={<CircleDot {...icon} />} onSelect={() => actions.setStatus(project, status)}>
                Set as {PROJECT_STATUS_LABELS[status]}
              </MenuItem>
            ))}
            <MenuSeparator />
          </>
        )}
        <MenuItem icon={<Copy {...icon} />} onSelect={() => actions.duplicate(project)}>
          Duplicate
        </MenuItem>
        {kind === 'workspace' && (
          <MenuItem icon={<FileDown {...icon} />} onSelect={() => void exportProject(project)}>
            Export Project
          </MenuItem>
        )}
        {onTryAlternative && (
          <MenuItem icon={<GitFork {...icon} />} onSelect={() => (chosen.current = onTryAlternative)}>
            Try an Alternative
          </MenuItem>
        )}
        {onRecentlyDeleted && (
          <MenuItem icon={<History {...icon} />} onSelect={() => (chosen.current = onRecentlyDeleted)}>
            Recently Deleted
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 {...icon} />} tone="danger" onSelect={() => actions.askToDelete(project)}>
          Delete
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

type OpenProjectMenuProps = Required<Pick<ProjectMenuProps, 'project' | 'onRecentlyDeleted' | 'onTryAlternative'>>;

/** The menu of the open project in the workspace header. */
export function OpenProjectMenu(props: OpenProjectMenuProps) {
  return <ProjectMenu {...props} actions={useProjectActions()} kind="workspace" />;
}
