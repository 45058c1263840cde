import { LIMITS, type ProjectSummary } from '@storyreel/contracts';
import { AutosavedInlineEdit, type AutosavedInlineEditProps } from '../../ui/AutosavedInlineEdit';
import { useProjectAutosave } from '../../domains/projects/useProjectAutosave';

interface ProjectTitleProps extends Pick<AutosavedInlineEditProps, 'wrap'> {
  project: ProjectSummary;
}

export function ProjectTitle({ project, wrap }: ProjectTitleProps) {
  const title = useProjectAutosave(project, 'title');
  return (
    <AutosavedInlineEdit
      field={title}
      label="Title"
      placeholder="Click to add title..."
      maxLength={LIMITS.title}
      wrap={wrap}
    />
  );
}

export function ProjectDescription({ project }: { project: ProjectSummary }) {
  const description = useProjectAutosave(project, 'description');
  return (
    <AutosavedInlineEdit
      field={description}
      label="Description"
      placeholder="Click to add description..."
      lines="enter-makes-line"
      maxLength={LIMITS.description}
    />
  );
}
