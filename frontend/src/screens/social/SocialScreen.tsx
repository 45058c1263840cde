import styled from '@emotion/styled';
import { createLink } from '@tanstack/react-router';
import { CurrentProject } from '../../domains/projects/CurrentProject';
import { useOpenProject } from '../../domains/projects/useOpenProject';
import { ButtonAnchor, mobile, space } from '../../ui';
import { Screen } from '../../ui/Screen';
import { ContentCalendar } from './ContentCalendar';
import { CreatePostCard } from './CreatePostCard';
import { PlatformConnections } from './PlatformConnections';
import { ProjectProgress } from './ProjectProgress';

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

/** Where posts are written, planned and followed. */
export function SocialScreen() {
  const { projectId } = useOpenProject();
  const search = projectId === null ? {} : { project: projectId };
  // Its post begins with the open project.
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
