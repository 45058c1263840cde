import styled from '@emotion/styled';
import { LIMITS, type Project } from '@storyreel/contracts';
import { useProjectAutosave } from '../projects/useProjectAutosave';
import { SaveState } from '../scenes/SaveState';
import { Field, Textarea } from '../ui';

const Words = styled(Textarea)`
  field-sizing: content;
  max-height: 60vh;
`;

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
        <Words
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
