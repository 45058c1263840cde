import styled from '@emotion/styled';
import { DOT_TITLES, dotColour, ROW_DOTS } from '@storyreel/contracts';
import type { ProjectSummary, RowDot } from '@storyreel/contracts';
import { useId } from 'react';
import { Progress, Row, space, StatusDot, tokens } from '../../ui';
import { ProgressionDots } from '../projects/ProjectStatus';
import { useProjectPosts } from '../projects/api';

/** Items of the detailed list, each with the part of the project whose progress it shows. */
const PARTS: readonly { label: string; tab: RowDot }[] = [
  { label: 'Story', tab: 'story' },
  { label: 'Script', tab: 'scenes' },
  { label: 'Board', tab: 'board' },
  { label: 'View', tab: 'create' },
  { label: 'Audio', tab: 'audio' },
];

const Block = styled.div`
  display: grid;
  gap: ${space(2)};
  &[data-detailed='true'] {
    padding: ${space(3)};
    border-radius: ${tokens.radius};
    background: ${tokens.surface2};
  }
`;
const Title = styled.h3`
  font-size: ${tokens.caption};
  font-weight: 600;
`;
const Count = styled.span`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
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

interface ProjectProgressProps {
  project: ProjectSummary;
  /** True to list the parts by name instead of by dots. */
  isDetailed?: boolean;
}

/** Shows a project's progress, derived from its texts and files, its scenes and its posts. */
export function ProjectProgress({ project, isDetailed = false }: ProjectProgressProps) {
  const titleId = useId();
  const posts = useProjectPosts(project.id);
  const colourOf = (part: RowDot) => dotColour(part, { ...project, posts });
  const done = ROW_DOTS.filter((part) => colourOf(part) === 'green').length;
  return (
    <Block role="group" aria-labelledby={titleId} data-detailed={isDetailed}>
      <Row gap={3}>
        <Title id={titleId}>Project Progress</Title>
        {!isDetailed && <ProgressionDots project={project} />}
        <Count>
          {done} of {ROW_DOTS.length} parts complete
        </Count>
      </Row>
      <Progress value={done / ROW_DOTS.length} label="Progress of the project" />
      {isDetailed && (
        <List>
          {PARTS.map(({ label, tab }) => {
            const colour = colourOf(tab);
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
      )}
    </Block>
  );
}
