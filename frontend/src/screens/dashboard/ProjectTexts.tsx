import { LIMITS, type Project } from '@storyreel/contracts';
import { AutosavedInlineEdit } from '../../ui/AutosavedInlineEdit';
import { useProjectAutosave } from '../../domains/projects/useProjectAutosave';

export function ProjectTitle({ project }: { project: Project }) {
  const title = useProjectAutosave(project, 'title');
  return (
    <AutosavedInlineEdit field={title} label="Title" placeholder="Click to add title..." maxLength={LIMITS.title} />
  );
}

export function ProjectDescription({ project }: { project: Project }) {
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
