import styled from '@emotion/styled';
import { DOT_TITLES, dotColour } from '@storyreel/contracts';
import type { ProjectSummary, RowDot } from '@storyreel/contracts';
import { useId } from 'react';
import { Field, Select, space, Stack, StatusDot, tokens } from '../../../ui';
import { VIDEO_LABELS } from '../selectable-videos';
import type { PostDraft, ProjectLink } from './composer-draft';

/** The tracked items, each with the project part whose progress it shows. */
const PARTS: readonly { label: string; tab: RowDot }[] = [
  { label: 'Story', tab: 'story' },
  { label: 'Script', tab: 'scenes' },
  { label: 'Board', tab: 'board' },
  { label: 'View', tab: 'create' },
  { label: 'Audio', tab: 'audio' },
];

const Block = styled.div`
  padding: ${space(3)};
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
`;
const Title = styled.h3`
  margin-bottom: ${space(2)};
  font-size: ${tokens.caption};
  font-weight: 600;
`;
const List = styled.ul`
  display: grid;
  gap: ${space(1.5)};
  & > li {
    display: grid;
    grid-template-columns: auto 1fr auto;
    align-items: center;
    gap: ${space(2)};
    font-size: ${tokens.caption};
  }
  & > li > span:last-child {
    color: ${tokens.text2};
  }
`;

/** The linked project's progress. */
function ProjectProgress({ project }: { project: ProjectSummary }) {
  const titleId = useId();
  return (
    <Block role="group" aria-labelledby={titleId}>
      <Title id={titleId}>Project Progress</Title>
      <List>
        {PARTS.map(({ label, tab }) => {
          const colour = dotColour(tab, project);
          return (
            <li key={label}>
              <span aria-hidden>
                <StatusDot colour={colour} title={DOT_TITLES[colour]} />
              </span>
              <span>{label}</span>
              <span>{DOT_TITLES[colour]}</span>
            </li>
          );
        })}
      </List>
    </Block>
  );
}

type Linked = Pick<PostDraft, 'projectId' | 'sceneId' | 'videoId'>;
const NONE = 'none';
const idOf = (value: string): string => (value === NONE ? '' : value);

interface ProjectFieldsProps {
  projects: readonly ProjectSummary[];
  link: ProjectLink;
  onChange: (linked: Linked) => void;
}

/** The post's project, one of its scenes, and one of their videos. */
export function ProjectFields({ projects, link, onChange }: ProjectFieldsProps) {
  const { project, scenes, scene, videos, video } = link;
  const linked = { projectId: project?.id ?? '', sceneId: scene?.id ?? '', videoId: video?.id ?? '' };
  return (
    <Stack gap={3}>
      <Field label="Link to Project">
        {({ id }) => (
          <Select
            id={id}
            value={project?.id ?? NONE}
            options={[
              { value: NONE, label: 'No project' },
              ...projects.map(({ id: value, title }) => ({ value, label: title })),
            ]}
            onValueChange={(value) => onChange({ projectId: idOf(value), sceneId: '', videoId: '' })}
          />
        )}
      </Field>
      {project && (
        <>
          <Field label="Scene">
            {({ id }) => (
              <Select
                id={id}
                value={scene?.id ?? NONE}
                options={[
                  { value: NONE, label: 'No scene' },
                  ...scenes.map(({ id: value, displayOrder, title }) => ({
                    value,
                    label: `${displayOrder}. ${title || 'Untitled'}`,
                  })),
                ]}
                onValueChange={(value) => onChange({ ...linked, sceneId: idOf(value) })}
              />
            )}
          </Field>
          <Field
            label="Project Video"
            hint={videos.length === 0 ? 'There is no completed video to post yet.' : undefined}
          >
            {({ id, 'aria-describedby': describedBy }) => (
              <Select
                id={id}
                aria-describedby={describedBy}
                value={video?.id ?? NONE}
                disabled={videos.length === 0}
                options={[
                  { value: NONE, label: 'No video' },
                  ...videos.map(({ id: value, type, title, label = VIDEO_LABELS[type] }) => ({
                    value,
                    label: `${label}: ${title || 'Untitled'}`,
                  })),
                ]}
                onValueChange={(value) => onChange({ ...linked, videoId: idOf(value) })}
              />
            )}
          </Field>
          <ProjectProgress project={project} />
        </>
      )}
    </Stack>
  );
}
