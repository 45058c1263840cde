import styled from '@emotion/styled';
import type { Role } from '@storyreel/contracts';
import { createLink, useLocation } from '@tanstack/react-router';
import { Activity, FolderOpen, Palette, Plus, ScrollText, Search, Settings, Share2, Zap } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useUser } from '../../features/account/api';
import { OpenReturns } from '../../features/audit/OpenReturns';
import { useCreateProject, useProjects } from '../../features/projects/api';
import { useOpenProject } from '../../features/projects/useOpenProject';
import { Skeleton, space, tokens, Tooltip } from '../../ui';
import { Logo } from '../../ui/Logo';
import { Sidebar, sidebarItem, useSidebar } from './Sidebar';

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

/** Links to the first projects of the list, by title. */
function RecentProjects() {
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

interface Entry {
  label: string;
  to: '/' | '/research' | '/social' | '/styles' | '/credits' | '/settings' | '/audit' | '/runs';
  icon: LucideIcon;
  /** Other paths that mark the entry as active. */
  alsoOn?: readonly string[];
  /** True when the screen works with the current project, so that the link includes the project. */
  withProject?: boolean;
  /** Shown only to users with this role. */
  role?: Role;
}
const ENTRIES: readonly Entry[] = [
  { label: 'Projects', to: '/', icon: FolderOpen },
  { label: 'Research', to: '/research', icon: Search, withProject: true },
  {
    label: 'Social',
    to: '/social',
    icon: Share2,
    alsoOn: ['/social/published', '/create-post', '/calendar'],
    withProject: true,
  },
  { label: 'Styles', to: '/styles', icon: Palette },
  { label: 'Zaps', to: '/credits', icon: Zap },
  { label: 'Settings', to: '/settings', icon: Settings },
  { label: 'Audit', to: '/audit', icon: ScrollText, role: 'finance' },
  { label: 'Runs', to: '/runs', icon: Activity, role: 'developer' },
];

const Item = createLink(styled.a(sidebarItem));

function SidebarNav({ compact }: { compact: boolean }) {
  const { pathname } = useLocation();
  const { projectId } = useOpenProject();
  const { onChoice } = useSidebar();
  const { data: user } = useUser();
  const entries = ENTRIES.filter(({ role }) => role === undefined || user?.roles.includes(role));
  return (
    <nav aria-label="Main">
      <ul>
        {entries.map(({ label, to, icon: Icon, alsoOn, withProject, role }) => {
          const isActive = pathname === to || Boolean(alsoOn?.includes(pathname));
          return (
            <li key={to}>
              <Tooltip content={compact ? label : null} side="right">
                <Item
                  to={to}
                  search={withProject && projectId ? { project: projectId } : {}}
                  // Overrides the router's active state, which would not cover /create-post and /calendar.
                  activeProps={{}}
                  aria-current={isActive ? 'page' : undefined}
                  aria-label={compact ? label : undefined}
                  onClick={onChoice}
                >
                  <Icon size={20} aria-hidden />
                  {!compact && <span className="words">{label}</span>}
                  {role === 'finance' && <OpenReturns />}
                </Item>
              </Tooltip>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(5)};
  min-height: 100%;
  padding: ${space(3)};
  &[data-compact='true'] {
    padding: ${space(3)} ${space(1)};
  }
`;
const Brand = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2.5)};
  min-height: 32px;
  padding: 0 ${space(1.5)};
  font-size: ${tokens.heading3};
  font-weight: 700;
  letter-spacing: -0.02em;
  white-space: nowrap;
`;
const NewProject = styled.button`
  ${sidebarItem}
  border: 1px dashed ${tokens.lineStrong};
  color: ${tokens.text1};
`;

export function MainSidebar() {
  const { isMobile, isOpen, onChoice } = useSidebar();
  const { create, isPending } = useCreateProject();
  const compact = !isMobile && !isOpen;
  return (
    <Sidebar width="20rem">
      <Column data-compact={compact}>
        <Brand>
          <Logo size={28} />
          {!compact && 'Storyreel'}
        </Brand>
        <Tooltip content={compact ? 'New Project' : null} side="right">
          <NewProject
            type="button"
            disabled={isPending}
            aria-label={compact ? 'New Project' : undefined}
            onClick={() => {
              create();
              onChoice();
            }}
          >
            <Plus size={20} aria-hidden />
            {!compact && <span className="words">New Project</span>}
          </NewProject>
        </Tooltip>
        <SidebarNav compact={compact} />
        {!compact && <RecentProjects />}
      </Column>
    </Sidebar>
  );
}
