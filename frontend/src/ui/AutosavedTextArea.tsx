import type { AutosaveField } from '../platform/useAutosave';
import { Field } from './Field';
import { GrowingTextarea } from './GrowingTextarea';
import { characters, lengthNote } from './length-note';
import { ReplacedTexts } from './ReplacedTexts';
import { SaveState } from './SaveState';

export interface AutosavedTextAreaProps {
  field: AutosaveField<string>;
  label: string;
  rows: number;
  /** In characters. */
  maxLength: number;
  hint?: string;
}

/** A text that saves by itself and says so, with what lost its place in it. */
export function AutosavedTextArea({ field, label, rows, maxLength, hint }: AutosavedTextAreaProps) {
  const note = lengthNote(field.value, characters(maxLength));
  return (
    <div>
      <Field label={label} hint={hint} {...note} aside={<SaveState {...field} />}>
        {(ids) => (
          <GrowingTextarea
            {...ids}
            rows={rows}
            value={field.value}
            onChange={(event) => field.setValue(event.target.value)}
          />
        )}
      </Field>
      <ReplacedTexts field={field} />
    </div>
  );
}
