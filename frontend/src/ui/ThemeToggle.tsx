import styled from '@emotion/styled';
import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '.';
import { chooseTheme, currentTheme, subscribeToTheme, type ThemeName } from './theme-store';

/** The page shows the one that fits before any script has run: both are drawn ahead. */
const Icons = styled.span`
  display: contents;
  & > .lucide-sun,
  [data-theme='dark'] & > .lucide-moon {
    display: none;
  }
  [data-theme='dark'] & > .lucide-sun {
    display: block;
  }
`;

/** What is drawn where nobody knows yet what a visitor prefers. */
const drawnAhead = (): ThemeName => 'light';

export function ThemeToggle() {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme, drawnAhead);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={`Switch to ${other} theme`}
      icon={
        <Icons>
          <Moon size={20} aria-hidden />
          <Sun size={20} aria-hidden />
        </Icons>
      }
      onClick={() => chooseTheme(other)}
    />
  );
}
