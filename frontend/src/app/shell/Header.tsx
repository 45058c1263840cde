import styled from '@emotion/styled';
import type { User } from '@storyreel/contracts';
import { PanelLeft } from 'lucide-react';
import { nameOf } from '../../domains/accounts/queries';
import { IconButton, mobile, space, tokens } from '../../ui';
import { ZapBalance } from '../../domains/zaps/ZapBalance';
import { toldFaultOf } from '../../ui/faults';
import { late } from '../../ui/late';
import { ThemeToggle } from '../../ui/ThemeToggle';
import { AccountMenu } from './AccountMenu';
import { LogoutButton } from './LogoutButton';
import { SandboxBadge } from './SandboxBadge';
import { useSidebar } from './useSidebar';

/** Not needed for the first look at a screen. */
const BatchesMenu = late(async () => (await import('../../domains/batches/BatchesMenu')).default, {
  Fault: toldFaultOf('the batches'),
});

const Bar = styled.header`
  position: sticky;
  top: 0;
  z-index: 20;
  display: flex;
  align-items: center;
  gap: ${space(2)};
  height: 56px;
  padding: 0 ${tokens.gutter} 0 ${space(3)};
  border-bottom: 1px solid ${tokens.line};
  background: ${tokens.surface0};
  ${mobile} {
    gap: ${space(0.5)};
    padding: 0 ${space(1)};
  }
`;
/** One line high: a greeting without room for a few letters of the name wraps below it, out of sight. */
const Welcome = styled.p`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  align-content: flex-start;
  min-width: 0;
  height: 1lh;
  overflow: hidden;
  &::before {
    content: '';
    width: 1px;
    height: 1lh;
  }
`;
const Greeting = styled.span`
  flex: 1 0 80px;
  min-width: 0;
  overflow: hidden;
  color: ${tokens.text2};
  text-overflow: ellipsis;
  white-space: nowrap;
  & b {
    color: ${tokens.text1};
    font-weight: 600;
  }
`;
export function Header({ user }: { user: User }) {
  const { toggle, isMobile, isOpen, isPanelOpen } = useSidebar();
  const expanded = isMobile ? isPanelOpen : isOpen;
  return (
    <Bar>
      <IconButton
        label="Toggle sidebar"
        tooltip="Toggle sidebar (Ctrl B)"
        aria-expanded={expanded}
        icon={<PanelLeft size={20} aria-hidden />}
        onClick={toggle}
      />
      <Welcome>
        <Greeting>
          Welcome, <b>{nameOf(user)}</b>
        </Greeting>
      </Welcome>
      <SandboxBadge />
      <BatchesMenu />
      <ZapBalance />
      <ThemeToggle />
      <AccountMenu user={user} />
      <LogoutButton />
    </Bar>
  );
}
