import styled from '@emotion/styled';
import type { User } from '@storyreel/contracts';
import { useNavigate } from '@tanstack/react-router';
import { Settings, Zap } from 'lucide-react';
import { nameOf } from '../../domains/accounts/queries';
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger, tokens } from '../../ui';
import { StyledIconButton } from '../../ui/IconButton';

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

export function AccountMenu({ user }: { user: User }) {
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
