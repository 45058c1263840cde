import styled from '@emotion/styled';
import type { Installation, User } from '@storyreel/contracts';
import { useNavigate } from '@tanstack/react-router';
import { FlaskConical, PanelLeft, Settings, Zap } from 'lucide-react';
import { useState } from 'react';
import { nameOf, useInstallation } from '../../features/account/api';
import { ZapBalance } from '../../features/zaps/ZapBalance';
import {
  IconButton,
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
  mobile,
  space,
  tokens,
  Tooltip,
  touch,
} from '../../ui';
import { StyledIconButton } from '../../ui/Button';
import { ThemeToggle } from '../../ui/ThemeToggle';
import { late, toldFaultOf } from '../../ui/late';
import { LogoutButton } from './LogoutButton';
import { useSidebar } from './Sidebar';

const Avatar = styled.span`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  width: 28px;
  height: 28px;
  border-radius: 50%;
  background: ${tokens.surface3};
  color: ${tokens.text1};
  font-size: ${tokens.caption};
  font-weight: 650;
  text-transform: uppercase;
`;

function AccountMenu({ user }: { user: User }) {
  const navigate = useNavigate();
  const name = nameOf(user);
  return (
    <Menu>
      <MenuTrigger asChild>
        <StyledIconButton type="button" aria-label="Account">
          <Avatar aria-hidden>{[...name][0]}</Avatar>
        </StyledIconButton>
      </MenuTrigger>
      <MenuContent>
        <MenuLabel>{user.email || name}</MenuLabel>
        <MenuSeparator />
        <MenuItem icon={<Zap size={16} aria-hidden />} onSelect={() => void navigate({ to: '/credits', search: {} })}>
          Zaps
        </MenuItem>
        <MenuItem
          icon={<Settings size={16} aria-hidden />}
          onSelect={() => void navigate({ to: '/settings', search: {} })}
        >
          Settings
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

const Pill = styled.button`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: ${space(1)};
  min-height: 32px;
  padding: 0 ${space(2)};
  border: 1px dashed ${tokens.lineStrong};
  border-radius: 16px;
  background: none;
  color: ${tokens.text2};
  font-family: inherit;
  font-size: ${tokens.caption};
  font-weight: 550;
  white-space: nowrap;
  cursor: pointer;
  &:hover {
    color: ${tokens.text1};
  }
  ${touch} {
    min-width: 44px;
    min-height: 44px;
    justify-content: center;
    border-radius: 22px;
  }
  ${mobile} {
    padding: 0 ${space(1)};
    & .words {
      display: none;
    }
  }
`;

const THINGS = { image: 'images', video: 'clips', text: 'texts', speech: 'narration' } as const;
const KINDS = ['image', 'video', 'text', 'speech'] as const;

type Kind = (typeof KINDS)[number];

const inWords = (kinds: readonly Kind[]): string => {
  const made = kinds.map((kind) => THINGS[kind]);
  const list = [made.slice(0, -1).join(', '), made.at(-1)].filter(Boolean).join(' and ');
  return `${list.charAt(0).toUpperCase()}${list.slice(1)}`;
};

/** Names the providers, the sandbox first; null when nothing can be generated. */
function sandboxText({ providers }: Installation): string | null {
  const bySandbox = KINDS.filter((kind) => providers[kind].sandbox);
  if (bySandbox.length === 0) return null;
  const others = KINDS.filter((kind) => !providers[kind].sandbox);
  if (others.length === 0) return `${inWords(KINDS)} come from the built-in sandbox.`;
  const makers = [...new Set(others.map((kind) => providers[kind].label))];
  const made = makers.map((maker) => `${inWords(others.filter((kind) => providers[kind].label === maker))}: ${maker}.`);
  return [`${inWords(bySandbox)}: built-in sandbox.`, ...made].join(' ');
}

/** The code is loaded when the label is pressed. */
const SandboxSheet = late(async () => (await import('../../features/account/SandboxGuide')).default, {
  Fault: toldFaultOf('the sandbox'),
});

/** Warns that results come from the sandbox instead of the real providers, and explains it when pressed. */
function SandboxBadge() {
  const { data } = useInstallation();
  const [isOpen, setOpen] = useState(false);
  const text = data ? sandboxText(data) : null;
  if (text === null) return null;
  return (
    <>
      <Tooltip content={text} side="bottom">
        <Pill type="button" aria-label={`Sandbox. ${text}`} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <FlaskConical size={16} aria-hidden />
          <span className="words">Sandbox</span>
        </Pill>
      </Tooltip>
      {isOpen && <SandboxSheet onClose={() => setOpen(false)} />}
    </>
  );
}

/** Loaded later: the first screen does not need the menu. */
const BatchesMenu = late(async () => (await import('../../features/batches/BatchesMenu')).default, {
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
/**
 * One line high, so that a greeting without room for a few letters of the name wraps to the next line and is hidden.
 */
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
