import styled from '@emotion/styled';
import { dayAt } from '../../platform/zoned-time';
import { Button, Field, Input, Row, space, Stack } from '../../ui';
import { DatePicker } from '../../ui/DatePicker';

const Two = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 140px);
  gap: ${space(3)};
`;

interface PostTimeFieldsProps {
  /** '' while the post is not scheduled. */
  day: string;
  time: string;
  zone: string;
  onChange: (change: { day?: string; time?: string }) => void;
  fault: string | undefined;
}

/** When a post goes out, if it is to do so by itself. */
export function PostTimeFields({ day, time, zone, onChange, fault }: PostTimeFieldsProps) {
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
