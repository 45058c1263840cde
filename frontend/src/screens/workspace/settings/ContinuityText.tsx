import { LIMITS, type Project } from '@storyreel/contracts';
import { useProjectAutosave } from '../../../domains/projects/useProjectAutosave';
import { GrowingTextarea } from '../../../ui/GrowingTextarea';
import { ReplacedTexts } from '../../../ui/ReplacedTexts';
import { SaveState } from '../../../ui/SaveState';
import { characters, Field, lengthNote } from '../../../ui';

const LIMIT = characters(LIMITS.continuity);

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
    <div>
      <Field label={label} hint={hint} {...lengthNote(autosave.value, LIMIT)} aside={<SaveState {...autosave} />}>
        {(ids) => (
          <GrowingTextarea
            {...ids}
            rows={rows}
            value={autosave.value}
            onChange={(event) => autosave.setValue(event.target.value)}
          />
        )}
      </Field>
      <ReplacedTexts field={autosave} />
    </div>
  );
}
