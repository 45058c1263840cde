import styled from '@emotion/styled';
import { dotColour, ROW_DOTS } from '@storyreel/contracts';
import { createLink } from '@tanstack/react-router';
import { ButtonAnchor, mobile, Progress, Row, space, Stack, tokens } from '../../../ui';
import { Screen } from '../../../ui/Screen';
import { CurrentProject } from '../../projects/CurrentProject';
import { ProgressionDots } from '../../projects/ProjectStatus';
import { useListedProject, useProjectPosts } from '../../projects/api';
import { useOpenProject } from '../../projects/useOpenProject';
import { ContentCalendar } from '../calendar/ContentCalendar';
import { CreatePostCard } from './CreatePostCard';
import { PlatformConnections } from './PlatformConnections';

const Count = styled.span`
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
`;

/** The current project's progress, by its own texts and files and by its scenes; nothing without a project. */
export function ProjectProgress() {
  const { projectId } = useOpenProject();
  const project = useListedProject(projectId);
  const posts = useProjectPosts(projectId);
  if (!project) return null;
  const done = ROW_DOTS.filter((part) => dotColour(part, { ...project, posts }) === 'green').length;
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

const LinkButton = createLink(ButtonAnchor);

const Desk = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  align-items: start;
  gap: ${space(6)};
  @media (max-width: 1199.98px) {
    grid-template-columns: minmax(0, 1fr);
  }
  ${mobile} {
    gap: ${space(4)};
  }
`;

/** The screen for writing, scheduling and tracking posts. */
export function SocialScreen() {
  const { projectId } = useOpenProject();
  const search = projectId === null ? {} : { project: projectId };
  // The post starts from the open project.
  const post = projectId === null ? {} : { project: projectId, projectId };
  return (
    <Screen
      title="Social Media Dashboard"
      subtitle={<CurrentProject />}
      actions={
        <>
          <LinkButton to="/social/published" search={search} data-variant="secondary">
            Published in the Sandbox
          </LinkButton>
          <LinkButton to="/create-post" search={post} data-variant="secondary">
            Full Composer
          </LinkButton>
        </>
      }
    >
      <ProjectProgress />
      <PlatformConnections />
      <Desk>
        <CreatePostCard />
        <ContentCalendar />
      </Desk>
    </Screen>
  );
}
