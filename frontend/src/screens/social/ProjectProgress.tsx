import styled from '@emotion/styled';
import { dotColour, ROW_DOTS } from '@storyreel/contracts';
import { useListedProject } from '../../domains/projects/queries';
import { ProgressionDots } from '../../domains/projects/ProgressionDots';
import { useOpenProject } from '../../domains/projects/useOpenProject';
import { Progress, Row, Stack, tokens } from '../../ui';

const Count = styled.span`
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
`;

/** How far the current project is, by its own texts and files and by its scenes; nothing without one. */
export function ProjectProgress() {
  const { projectId } = useOpenProject();
  const project = useListedProject(projectId);
  if (!project) return null;
  const done = ROW_DOTS.filter((part) => dotColour(part, project) === 'green').length;
  return (
    <Stack gap={2}>
      <Row gap={3}>
        <ProgressionDots project={project} />
        <Count>
          {done} of {ROW_DOTS.length} parts complete
        </Count>
      </Row>
      <Progress value={done / ROW_DOTS.length} label="Progress of the project" />
    </Stack>
  );
}
