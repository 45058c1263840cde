import { LIMITS, type Project } from '@storyreel/contracts';
import { useProjectAutosave } from '../projects/useProjectAutosave';
import { GrowingTextarea } from '../scenes/GrowingTextarea';
import { SaveState } from '../scenes/SaveState';
import { Field } from '../ui';

export interface ContinuityTextProps {
  project: Project;
  field: 'characters' | 'environment' | 'props';
  label: string;
  rows: number;
  hint?: string;
}

export function ContinuityText({ project, field, label, rows, hint }: ContinuityTextProps) {
  const autosave = useProjectAutosave(project, field);
  return (
    <Field label={label} hint={hint} aside={<SaveState {...autosave} />}>
      {(ids) => (
        <GrowingTextarea
          {...ids}
          rows={rows}
          maxLength={LIMITS.continuity}
          value={autosave.value}
          onChange={(event) => autosave.setValue(event.target.value)}
        />
      )}
    </Field>
  );
}
