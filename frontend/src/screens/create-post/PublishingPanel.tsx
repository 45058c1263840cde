import styled from '@emotion/styled';
import { VISIBILITIES, type ProjectSummary } from '@storyreel/contracts';
import { Button, Field, Row, Select, space, Stack, TitledCard, tokens } from '../../ui';
import type { PostDraft } from './post-draft';
import type { PostProblems } from './post-form';
import type { ProjectLink } from './project-link';
import { ProjectFields } from './ProjectFields';
import { ScheduleFields } from './ScheduleFields';

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
  draft: PostDraft;
  onChange: (change: Partial<PostDraft>) => void;
  problems: PostProblems;
  projects: readonly ProjectSummary[];
  link: ProjectLink;
  /** What platforms would refuse of the post as it is. */
  notes: readonly string[];
  isPending: boolean;
  /** The post cannot be sent as it is. */
  isBlocked: boolean;
  onSubmit: () => void;
  onClear: () => void;
}

/** Who sees the post, when it goes out, what it belongs to; and the buttons that send or clear it. */
export function PublishingPanel(props: PublishingPanelProps) {
  const { draft, onChange, problems, projects, link, notes, isPending, isBlocked, onSubmit, onClear } = props;
  const action = draft.isScheduled ? 'Schedule Post' : 'Publish Now';
  return (
    <TitledCard title="Publishing">
      <Stack gap={4}>
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
        <ScheduleFields schedule={draft} onChange={onChange} problem={problems.schedule} />
        {projects.length > 0 && <ProjectFields projects={projects} link={link} onChange={onChange} />}
        {notes.length > 0 && (
          <Notes aria-label="Before it is published">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </Notes>
        )}
        <Row gap={2}>
          <Button variant="primary" loading={isPending} disabled={isBlocked} onClick={onSubmit}>
            {isPending ? 'Creating...' : action}
          </Button>
          <Button onClick={onClear}>Clear</Button>
        </Row>
      </Stack>
    </TitledCard>
  );
}
