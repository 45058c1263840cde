import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '.';
import { chooseTheme, currentTheme, subscribeToTheme, type ThemeName } from './theme-store';

/** What is drawn where nobody knows yet what a visitor prefers. */
const drawnAhead = (): ThemeName => 'light';

export function ThemeToggle() {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme, drawnAhead);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={`Switch to ${other} theme`}
      icon={theme === 'dark' ? <Sun size={20} aria-hidden /> : <Moon size={20} aria-hidden />}
      onClick={() => chooseTheme(other)}
    />
  );
}
