import styled from '@emotion/styled';
import { Button, Row, tokens } from '../../ui';
import { useListedProject } from './api';
import { useOpenProject } from './useOpenProject';

const Line = styled(Row)`
  color: ${tokens.text2};
  & b {
    color: ${tokens.text1};
    font-weight: 600;
  }
`;

/** Names the project that a screen outside the workspace works on, and links to it. */
export function CurrentProject() {
  const { projectId, open } = useOpenProject();
  const project = useListedProject(projectId);
  if (!projectId || !project) return <Line gap={2}>No project is open. Open a project to work on it here.</Line>;
  return (
    <Line gap={2}>
      <span>
        Current project: <b>{project.title}</b>
      </span>
      <Button size="small" variant="ghost" onClick={() => open(project.id)}>
        Open Project
      </Button>
    </Line>
  );
}
