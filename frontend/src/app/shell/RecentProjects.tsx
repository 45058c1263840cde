import styled from '@emotion/styled';
import { Skeleton, space, tokens } from '../../ui';
import { useProjects } from '../../domains/projects/queries';
import { useOpenProject } from '../../domains/projects/useOpenProject';
import { sidebarItem } from './sidebar-styles';
import { useSidebar } from './useSidebar';

const AT_MOST = 3;
const RecentTitle = styled.h2`
  padding: ${space(2)};
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  font-weight: 550;
  letter-spacing: 0;
`;
const RecentItem = styled.button(sidebarItem);
const Nothing = styled.p`
  padding: ${space(1)} ${space(2)};
  color: ${tokens.text3};
`;

/** The first projects by title, in the order of the list. */
export function RecentProjects() {
  const { data: projects, isPending } = useProjects();
  const { projectId, open } = useOpenProject();
  const { onChoice } = useSidebar();
  const recent = projects?.slice(0, AT_MOST) ?? [];
  return (
    <section aria-label="Recent Projects" aria-busy={isPending}>
      <RecentTitle>Recent Projects</RecentTitle>
      {isPending && <Skeleton height="96px" radius={tokens.radius} />}
      {projects && recent.length === 0 && <Nothing>No recent projects</Nothing>}
      <ul>
        {recent.map((project) => (
          <li key={project.id}>
            <RecentItem
              type="button"
              aria-current={project.id === projectId ? 'true' : undefined}
              onClick={() => {
                open(project.id);
                onChoice();
              }}
            >
              <span className="words">{project.title.trim() || 'Untitled Project'}</span>
            </RecentItem>
          </li>
        ))}
      </ul>
    </section>
  );
}
