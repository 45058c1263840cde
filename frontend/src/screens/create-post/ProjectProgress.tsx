import styled from '@emotion/styled';
import { DOT_TITLES, dotColour, type ProjectSummary, type RowDot } from '@storyreel/contracts';
import { useId } from 'react';
import { space, StatusDot, tokens } from '../../ui';

/** What the block tracks, and the part of the project that tells how far it is. */
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

/** How far the linked project is. */
export function ProjectProgress({ project }: { project: ProjectSummary }) {
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
