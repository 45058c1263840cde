import { LIMITS, type Project } from '@storyreel/contracts';
import { useProjectAutosave } from '../projects/useProjectAutosave';
import { GrowingTextarea } from '../scenes/GrowingTextarea';
import { ReplacedTexts } from '../scenes/ReplacedTexts';
import { SaveState } from '../scenes/SaveState';
import { characters, Field, lengthNote } from '../ui';

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
