import { PROJECT_STATUS_LABELS, PROJECT_STATUSES, type Project } from '@storyreel/contracts';
import { CircleDot, Copy, Ellipsis, FolderOpen, Pencil, Trash2 } from 'lucide-react';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../ui';
import { StyledIconButton } from '../../ui/IconButton';
import type { ProjectActions } from './useProjectActions';

export interface ProjectMenuProps {
  project: Project;
  actions: ProjectActions;
  /** A card also sets the status, a row just opens, and what is open needs no opening. */
  kind: 'card' | 'row' | 'workspace';
}

export function ProjectMenu({ project, actions, kind }: ProjectMenuProps) {
  const icon = { size: 16, 'aria-hidden': true } as const;
  return (
    <Menu>
      <MenuTrigger asChild>
        <StyledIconButton type="button" aria-label={`Actions for ${project.title}`} className="menu">
          <Ellipsis {...icon} />
        </StyledIconButton>
      </MenuTrigger>
      <MenuContent>
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
        <MenuItem icon={<Trash2 {...icon} />} tone="danger" onSelect={() => actions.askToDelete(project)}>
          Delete
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
