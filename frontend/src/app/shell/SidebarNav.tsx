import styled from '@emotion/styled';
import { createLink, useLocation } from '@tanstack/react-router';
import type { Role } from '@storyreel/contracts';
import {
  Activity,
  FolderOpen,
  Palette,
  ScrollText,
  Search,
  Settings,
  Share2,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import { useUser } from '../../domains/accounts/queries';
import { Tooltip } from '../../ui';
import { useOpenProject } from '../../domains/projects/useOpenProject';
import { sidebarItem } from './sidebar-styles';
import { useSidebar } from './useSidebar';

interface Entry {
  label: string;
  to: '/' | '/research' | '/social' | '/styles' | '/credits' | '/settings' | '/audit' | '/runs';
  icon: LucideIcon;
  /** Other paths on which the entry is shown active. */
  alsoOn?: readonly string[];
  /** The screen works with the current project, which the address carries along. */
  withProject?: boolean;
  /** Shown to people with the role only. */
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

export function SidebarNav({ compact }: { compact: boolean }) {
  const { pathname } = useLocation();
  const { projectId } = useOpenProject();
  const { onChoice } = useSidebar();
  const { data: user } = useUser();
  const entries = ENTRIES.filter(({ role }) => role === undefined || user?.roles.includes(role));
  return (
    <nav aria-label="Main">
      <ul>
        {entries.map(({ label, to, icon: Icon, alsoOn, withProject }) => {
          const isActive = pathname === to || Boolean(alsoOn?.includes(pathname));
          return (
            <li key={to}>
              <Tooltip content={compact ? label : null} side="right">
                <Item
                  to={to}
                  search={withProject && projectId ? { project: projectId } : {}}
                  // The active entry is decided here: the router's own would miss /create-post and /calendar.
                  activeProps={{}}
                  aria-current={isActive ? 'page' : undefined}
                  aria-label={compact ? label : undefined}
                  onClick={onChoice}
                >
                  <Icon size={20} aria-hidden />
                  {!compact && <span className="words">{label}</span>}
                </Item>
              </Tooltip>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
