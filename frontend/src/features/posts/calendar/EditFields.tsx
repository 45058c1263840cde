import styled from '@emotion/styled';
import { clockNote, dayAt } from '../../../platform/time/zoned-time';
import { Button, Field, Input, lengthNote, Row, space, Stack, tokens } from '../../../ui';
import type { TextLimit } from '../../../ui';
import { DatePicker } from '../../../ui/DatePicker';
import { GrowingTextarea } from '../../../ui/GrowingTextarea';
import { TITLE_LIMIT } from './edit-rules';

interface WordFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** The field's error message. */
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

const Two = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 140px);
  gap: ${space(3)};
`;

const Note = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;

interface PostTimeFieldsProps {
  /** The scheduled day; '' when the post is not scheduled. */
  day: string;
  time: string;
  zone: string;
  onChange: (change: { day?: string; time?: string }) => void;
  fault: string | undefined;
}

/** Fields for the day and time at which a post is published. */
export function PostTimeFields({ day, time, zone, onChange, fault }: PostTimeFieldsProps) {
  const note = clockNote(day, time, zone);
  return (
    <Stack gap={2}>
      <Two>
        <Field label="Schedule date" error={fault}>
          {(ids) => (
            <DatePicker
              {...ids}
              label="Schedule date"
              value={day}
              min={dayAt(new Date(), zone)}
              onValueChange={(chosen) => onChange({ day: chosen })}
              placeholder="Not scheduled"
            />
          )}
        </Field>
        <Field label="Time">
          {(ids) => (
            <Input {...ids} type="time" value={time} onChange={(event) => onChange({ time: event.target.value })} />
          )}
        </Field>
      </Two>
      {note !== null && <Note role="status">{note}</Note>}
      {day !== '' && (
        <Row gap={2}>
          <Button size="small" variant="ghost" onClick={() => onChange({ day: '' })}>
            Remove Date
          </Button>
        </Row>
      )}
    </Stack>
  );
}
