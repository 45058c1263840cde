import styled from '@emotion/styled';
import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '.';
import { createChanges } from '../platform/store';

type ThemeName = 'light' | 'dark';
/** 'system': as the system prefers, now and whenever it changes. */
export type ThemeChoice = ThemeName | 'system';
/** The key that public/theme.js reads before the first paint. */
export const THEME_KEY = 'theme';

const DARK = '(prefers-color-scheme: dark)';
const isTheme = (value: string | null): value is ThemeName => value === 'light' || value === 'dark';

function storedTheme(): ThemeName | null {
  try {
    const value = localStorage.getItem(THEME_KEY);
    return isTheme(value) ? value : null;
  } catch {
    // Storage may be switched off; the choice then lasts as long as the page.
    return null;
  }
}
const systemTheme = (): ThemeName => (window.matchMedia(DARK).matches ? 'dark' : 'light');

/** Of this page only: what storage would not take. */
let chosen: ThemeChoice | null = null;

export const chosenTheme = (): ThemeChoice => chosen ?? storedTheme() ?? 'system';

/** The visitor's choice, without one what the system prefers. */
function currentTheme(): ThemeName {
  const choice = chosenTheme();
  return choice === 'system' ? systemTheme() : choice;
}

function apply(): void {
  const theme = currentTheme();
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme;
  changes.announce();
}

export function chooseTheme(choice: ThemeChoice): void {
  chosen = choice;
  try {
    if (choice === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, choice);
    chosen = null;
  } catch {
    // Kept in `chosen` for this page only.
  }
  apply();
}

const changes = createChanges(() => {
  const system = window.matchMedia(DARK);
  const onStorage = (event: StorageEvent) => {
    if (event.key === THEME_KEY || event.key === null) apply();
  };
  apply();
  system.addEventListener('change', apply);
  window.addEventListener('storage', onStorage);
  return () => {
    system.removeEventListener('change', apply);
    window.removeEventListener('storage', onStorage);
  };
});
/** Follows the system and the other windows. */
export const subscribeToTheme = changes.subscribe;

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
