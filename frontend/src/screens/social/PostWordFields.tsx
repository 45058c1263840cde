import { Field, Input, lengthNote, type TextLimit } from '../../ui';
import { GrowingTextarea } from '../../ui/GrowingTextarea';
import { TITLE_LIMIT } from './word-limits';

interface WordFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with it. */
  fault: string | undefined;
}

export function TitleField({ value, onChange, fault }: WordFieldProps) {
  return (
    <Field label="Title" {...lengthNote(value, TITLE_LIMIT)} {...(fault && { error: fault })}>
      {(ids) => <Input {...ids} value={value} required onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}

export function ContentField({ value, onChange, fault, limit }: WordFieldProps & { limit: TextLimit }) {
  return (
    <Field label="Content" {...lengthNote(value, limit)} {...(fault && { error: fault })}>
      {(ids) => (
        <GrowingTextarea {...ids} value={value} rows={4} required onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}

export function HashtagsField({ label, value, onChange, fault }: WordFieldProps & { label: string }) {
  return (
    <Field label={label} hint="Separated by spaces." error={fault}>
      {(ids) => <Input {...ids} value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}
