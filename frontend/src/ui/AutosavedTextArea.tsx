import type { ReactNode } from 'react';
import type { AutosaveField } from '../platform/useAutosave';
import { Field } from './Field';
import { GrowingTextarea } from './GrowingTextarea';
import { Row } from './layout';
import { characters, lengthNote } from './length-note';
import { ReplacedTexts } from './ReplacedTexts';
import { SaveState } from './SaveState';
import { space } from './tokens';

export interface AutosavedTextAreaProps {
  field: AutosaveField<string>;
  label: ReactNode;
  rows: number;
  /** In characters. */
  maxLength: number;
  hint?: string;
  /** Buttons under it. */
  actions?: ReactNode;
}

/** A text that saves by itself and says so, with what lost its place in it. */
export function AutosavedTextArea({ field, label, rows, maxLength, hint, actions }: AutosavedTextAreaProps) {
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
      {actions && (
        <Row gap={2} style={{ marginTop: space(2) }}>
          {actions}
        </Row>
      )}
    </div>
  );
}
