import styled from '@emotion/styled';
import { createLink } from '@tanstack/react-router';
import { ButtonAnchor, mobile, space } from '../../../ui';
import { Screen } from '../../../ui/Screen';
import { CurrentProject } from '../../projects/CurrentProject';
import { useListedProject } from '../../projects/api';
import { useOpenProject } from '../../projects/useOpenProject';
import { ContentCalendar } from '../calendar/ContentCalendar';
import { Composer } from '../composer/Composer';
import { EMPTY_DRAFT, linkTo } from '../composer/composer-draft';
import { CONNECTIONS_ID } from '../PostBadges';
import { ProjectProgress } from '../ProjectProgress';
import { PerformanceCard } from '../statistics/PerformanceCard';
import { PlatformConnections } from './PlatformConnections';

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

/** The screen for writing, scheduling and following posts. */
export function SocialScreen() {
  const { projectId } = useOpenProject();
  const current = useListedProject(projectId);
  const search = projectId === null ? {} : { project: projectId };
  // A new post begins with the open project.
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
      {current && <ProjectProgress project={current} />}
      <div id={CONNECTIONS_ID}>
        <PlatformConnections />
      </div>
      <Desk>
        <Composer layout="compact" beginning={{ ...EMPTY_DRAFT, ...linkTo(projectId ?? '') }} />
        <ContentCalendar />
      </Desk>
      <PerformanceCard />
    </Screen>
  );
}
