import { LIMITS, type Project } from '@storyreel/contracts';
import { InlineEdit } from '../ui';
import type { ProjectActions } from './useProjectActions';

export interface ProjectTextProps {
  project: Project;
  actions: ProjectActions;
}

export function ProjectTitle({ project, actions }: ProjectTextProps) {
  return (
    <InlineEdit
      label="Title"
      placeholder="Click to add title..."
      value={project.title}
      maxLength={LIMITS.title}
      onSave={(title) => actions.rename(project, title)}
    />
  );
}

export function ProjectDescription({ project, actions }: ProjectTextProps) {
  return (
    <InlineEdit
      label="Description"
      placeholder="Click to add description..."
      value={project.description}
      lines="enter-makes-line"
      maxLength={LIMITS.description}
      onSave={(description) => actions.describe(project, description)}
    />
  );
}
