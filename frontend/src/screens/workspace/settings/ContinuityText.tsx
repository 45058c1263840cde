import { LIMITS, type Project } from '@storyreel/contracts';
import { useProjectAutosave } from '../../../domains/projects/useProjectAutosave';
import { AutosavedTextArea, type AutosavedTextAreaProps } from '../../../ui/AutosavedTextArea';

export interface ContinuityTextProps extends Pick<AutosavedTextAreaProps, 'label' | 'rows' | 'hint'> {
  project: Project;
  field: 'characters' | 'environment' | 'props';
}

export function ContinuityText({ project, field, ...look }: ContinuityTextProps) {
  const autosave = useProjectAutosave(project, field);
  return <AutosavedTextArea {...look} field={autosave} maxLength={LIMITS.continuity} />;
}
