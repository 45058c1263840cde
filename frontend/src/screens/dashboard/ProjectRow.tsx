import { memo } from 'react';
import { useMediaQuery } from '../../platform/useMediaQuery';
import { DragHandle, MOBILE } from '../../ui';
import { useSortedItem } from '../../ui/useSortedItem';
import { NextStepLink } from '../../domains/batches/NextStepLink';
import { ProgressionDots } from '../../domains/projects/ProgressionDots';
import { ProjectMenu } from '../../domains/projects/ProjectMenu';
import { StatusBadge } from '../../domains/projects/StatusBadge';
import { Row } from './project-table-styles';
import type { ProjectCardProps } from './ProjectCard';
import { ProjectDescription, ProjectTitle } from './ProjectTexts';

/** A drag makes every row anew, again and again: its cells are spared that. */
const Cells = memo(function Cells({ project, actions }: Pick<ProjectCardProps, 'project' | 'actions'>) {
  // A narrow row has no room for the column that says how far a project is.
  const isNarrow = useMediaQuery(MOBILE);
  const next = <NextStepLink project={project} />;
  return (
    <>
      <td className="title">
        <ProjectTitle project={project} />
        {isNarrow && next}
      </td>
      <td className="description">
        <ProjectDescription project={project} />
      </td>
      <td className="scenes">{project.sceneCount}</td>
      <td className="progression">
        <ProgressionDots project={project} />
        {!isNarrow && next}
      </td>
      <td className="status">
        <StatusBadge status={project.status} />
      </td>
      <td className="actions">
        <ProjectMenu project={project} actions={actions} kind="row" />
      </td>
    </>
  );
});

export const ProjectRow = memo(function ProjectRow({ project, actions, fixed }: ProjectCardProps) {
  const { isDragging, item, handle } = useSortedItem(project.id);
  return (
    <Row {...item} data-dragging={isDragging}>
      <td className="handle">
        <DragHandle
          {...handle}
          label={`Move ${project.title}`}
          disabled={fixed}
          title={fixed ? 'Clear the sorting to move projects' : undefined}
        />
      </td>
      <Cells project={project} actions={actions} />
    </Row>
  );
});
