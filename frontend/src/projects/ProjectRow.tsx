import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { LIMITS } from '@storyreel/contracts';
import { memo } from 'react';
import { DragHandle } from '../scenes/DragHandle';
import { InlineEdit } from '../scenes/InlineEdit';
import { ProgressionDots } from './ProgressionDots';
import { Row } from './project-table-styles';
import { ProjectMenu } from './ProjectMenu';
import { StatusBadge } from './StatusBadge';
import type { ProjectCardProps } from './ProjectCard';

export const ProjectRow = memo(function ProjectRow({ project, actions, fixed }: ProjectCardProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: project.id,
  });
  return (
    <Row
      ref={setNodeRef}
      data-dragging={isDragging}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <td className="handle">
        <DragHandle
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          label={`Move ${project.title}`}
          disabled={fixed}
          title={fixed ? 'Clear the sorting to move projects' : undefined}
        />
      </td>
      <td className="title">
        <InlineEdit
          label="Title"
          placeholder="Click to add title..."
          value={project.title}
          maxLength={LIMITS.title}
          onSave={(title) => actions.rename(project, title)}
        />
      </td>
      <td className="description">
        <InlineEdit
          label="Description"
          placeholder="Click to add description..."
          value={project.description}
          lines="enter-makes-line"
          maxLength={LIMITS.description}
          onSave={(description) => actions.describe(project, description)}
        />
      </td>
      <td className="scenes">{project.sceneCount}</td>
      <td className="progression">
        <ProgressionDots project={project} />
      </td>
      <td className="status">
        <StatusBadge status={project.status} />
      </td>
      <td className="actions">
        <ProjectMenu project={project} actions={actions} kind="row" />
      </td>
    </Row>
  );
});
