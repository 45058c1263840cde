import styled from '@emotion/styled';
import { useId, useState } from 'react';
import { dayAt, visitorZone } from '../../platform/zoned-time';
import { DatePicker, Field, Input, Label, Row, space, Stack, Switch, tokens } from '../../ui';
import type { PostDraft } from './post-draft';
import { scheduledAt, switchSchedule } from './schedule';

type Schedule = Pick<PostDraft, 'isScheduled' | 'day' | 'time'>;

const When = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space(3)};
`;
const Note = styled.p`
  color: ${tokens.text3};
  font-size: ${tokens.caption};
`;
const Fault = styled(Note)`
  color: ${tokens.danger};
`;
const today = () => dayAt(new Date(), visitorZone());
/** With the zone: it is the visitor's clock that counts. */
const moment = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

interface ScheduleFieldsProps {
  schedule: Schedule;
  onChange: (schedule: Schedule) => void;
  problem: string | undefined;
}

export function ScheduleFields({ schedule, onChange, problem }: ScheduleFieldsProps) {
  const switchId = useId();
  const noteId = useId();
  const [first] = useState(today);
  const at = scheduledAt(schedule);
  const off = !schedule.isScheduled;
  const described = { 'aria-describedby': problem ? noteId : undefined };
  return (
    <Stack gap={3}>
      <Row gap={3}>
        <Switch
          id={switchId}
          checked={schedule.isScheduled}
          onCheckedChange={(on) => onChange(switchSchedule(on, today()))}
        />
        <Label htmlFor={switchId}>Schedule for later</Label>
      </Row>
      <When>
        <Field label="Date">
          {({ id }) => (
            <DatePicker
              {...described}
              id={id}
              label="Date"
              min={first}
              value={schedule.day}
              disabled={off}
              onValueChange={(day) => onChange({ ...schedule, day })}
            />
          )}
        </Field>
        <Field label="Time">
          {({ id }) => (
            <Input
              {...described}
              id={id}
              type="time"
              value={schedule.time}
              disabled={off}
              aria-invalid={problem ? true : undefined}
              onChange={(event) => onChange({ ...schedule, time: event.target.value })}
            />
          )}
        </Field>
      </When>
      {problem ? (
        <Fault id={noteId} role="alert">
          {problem}
        </Fault>
      ) : (
        at && <Note>Goes out on {moment.format(at)}.</Note>
      )}
    </Stack>
  );
}
