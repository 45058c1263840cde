import styled from '@emotion/styled';
import { VISIBILITIES } from '@storyreel/contracts';
import type { ProjectSummary } from '@storyreel/contracts';
import { useId, useState } from 'react';
import { dateFormat, visitorZone } from '../../../platform/time/written-dates';
import { clockNote, dayAt } from '../../../platform/time/zoned-time';
import { Button, DatePicker, Field, Input, Label, Row, Select, space, Stack, Switch, tokens } from '../../../ui';
import { ProjectFields } from './ProjectFields';
import { scheduledAt, switchSchedule } from './composer-draft';
import type { ComposerLayout, PostDraft, ProjectLink } from './composer-draft';
import type { PostProblems } from './post-rules';

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
/** Formats a time with the name of its time zone. */
const moment = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

interface ScheduleFieldsProps {
  /** With the compact layout, day and time appear only once scheduling is switched on. */
  layout: ComposerLayout;
  schedule: Schedule;
  onChange: (schedule: Schedule) => void;
  problem: string | undefined;
}

function ScheduleFields({ layout, schedule, onChange, problem }: ScheduleFieldsProps) {
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
      {(layout === 'full' || !off) && (
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
      )}
      {problem ? (
        <Fault id={noteId} role="alert">
          {problem}
        </Fault>
      ) : (
        at && (
          <Note>
            Goes out on {moment(at)}. {clockNote(schedule.day, schedule.time, visitorZone())}
          </Note>
        )
      )}
    </Stack>
  );
}

const Notes = styled.ul`
  display: grid;
  gap: ${space(1)};
  padding: ${space(3)};
  border-radius: ${tokens.radius};
  background: ${tokens.warningSoft};
  color: ${tokens.warning};
  font-size: ${tokens.caption};
`;
const LABELS: Record<(typeof VISIBILITIES)[number], string> = {
  public: 'Public',
  private: 'Private',
  unlisted: 'Unlisted',
};
const OPTIONS = VISIBILITIES.map((value) => ({ value, label: LABELS[value] }));

interface PublishingPanelProps {
  layout: ComposerLayout;
  draft: PostDraft;
  onChange: (change: Partial<PostDraft>) => void;
  problems: PostProblems;
  projects: readonly ProjectSummary[];
  link: ProjectLink;
  /** Reasons why the platforms would refuse the post as it is. */
  notes: readonly string[];
  isPending: boolean;
  /** True if the post cannot be sent as it is. */
  isBlocked: boolean;
  onSubmit: () => void;
  onClear: () => void;
}

/** Fields for the post's visibility, schedule and project, and the buttons that send or clear the post. */
export function PublishingPanel(props: PublishingPanelProps) {
  const { layout, draft, onChange, problems, projects, link, notes, isPending, isBlocked, onSubmit, onClear } = props;
  const isFull = layout === 'full';
  const action = draft.isScheduled ? 'Schedule Post' : 'Publish Now';
  return (
    <Stack gap={4}>
      {isFull && (
        <Field label="Visibility">
          {({ id }) => (
            <Select
              id={id}
              value={draft.visibility}
              options={OPTIONS}
              onValueChange={(visibility) => onChange({ visibility })}
            />
          )}
        </Field>
      )}
      <ScheduleFields layout={layout} schedule={draft} onChange={onChange} problem={problems.schedule} />
      {projects.length > 0 && <ProjectFields layout={layout} projects={projects} link={link} onChange={onChange} />}
      {notes.length > 0 && (
        <Notes aria-label="Before it is published">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </Notes>
      )}
      <Row gap={2}>
        <Button variant="primary" loading={isPending} disabled={isBlocked} onClick={onSubmit}>
          {!isFull ? 'Create Post' : isPending ? 'Creating...' : action}
        </Button>
        <Button onClick={onClear}>{isFull ? 'Clear' : 'Reset'}</Button>
      </Row>
    </Stack>
  );
}
