import styled from '@emotion/styled';
import { Plus } from 'lucide-react';
import { useCreateProject } from '../../domains/projects/queries';
import { space, tokens, Tooltip } from '../../ui';
import { Logo } from '../../ui/Logo';
import { RecentProjects } from './RecentProjects';
import { Sidebar } from './Sidebar';
import { sidebarItem } from './sidebar-styles';
import { SidebarNav } from './SidebarNav';
import { useSidebar } from './useSidebar';

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
