import styled from '@emotion/styled';
import { DOT_TITLES, dotColour, PROJECT_STATUS_LABELS, ROW_DOTS } from '@storyreel/contracts';
import type { ProjectStatus, ProjectSummary } from '@storyreel/contracts';
import { Badge, HoverCard, space, StatusDot, tokens } from '../../ui';
import type { Tone } from '../../ui';
import { useProjectPosts } from './api';

const TONES: Record<ProjectStatus, Tone> = { draft: 'neutral', 'in-progress': 'warning', complete: 'positive' };

export function StatusBadge({ status }: { status: ProjectStatus }) {
  return <Badge tone={TONES[status]}>{PROJECT_STATUS_LABELS[status]}</Badge>;
}

export const DOT_LABELS: Record<(typeof ROW_DOTS)[number], string> = {
  story: 'Story',
  scenes: 'Scene',
  build: 'Build',
  board: 'Board',
  audio: 'Audio',
  create: 'Create',
  publish: 'Publish',
};

const List = styled.ul`
  display: inline-flex;
  align-items: center;
  gap: ${space(1.5)};
  & > li {
    display: inline-flex;
  }
`;
const Legend = styled.dl`
  display: grid;
  grid-template-columns: auto auto 1fr;
  align-items: center;
  gap: ${space(1)} ${space(2)};
  font-size: ${tokens.caption};
  & dt {
    font-weight: 550;
  }
  & dd {
    color: ${tokens.text2};
  }
`;

/** Shows the progress of a project's seven parts as dots; hovering names each part. */
export function ProgressionDots({ project }: { project: ProjectSummary }) {
  const posts = useProjectPosts(project.id);
  const dots = ROW_DOTS.map((part) => {
    const colour = dotColour(part, { ...project, posts });
    return { part, label: DOT_LABELS[part], colour, title: DOT_TITLES[colour] };
  });
  const legend = (
    <Legend>
      {dots.map(({ part, label, colour, title }) => (
        <div key={part} style={{ display: 'contents' }}>
          <span aria-hidden style={{ display: 'inline-flex' }}>
            <StatusDot colour={colour} title={title} quiet={colour === 'red'} />
          </span>
          <dt>{label}</dt>
          <dd>{title}</dd>
        </div>
      ))}
    </Legend>
  );
  return (
    <HoverCard content={legend}>
      <List aria-label="Progression">
        {dots.map(({ part, label, colour, title }) => (
          <li key={part}>
            <StatusDot colour={colour} title={title} label={`${label}: ${title}`} quiet={colour === 'red'} />
          </li>
        ))}
      </List>
    </HoverCard>
  );
}
