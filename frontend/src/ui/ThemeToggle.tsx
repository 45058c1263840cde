import styled from '@emotion/styled';
import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '.';
import { createChanges } from '../platform/store';

type ThemeName = 'light' | 'dark';
/** 'system' follows the system's theme and its changes. */
export type ThemeChoice = ThemeName | 'system';
/** Storage key, also read by public/theme.js before the first paint. */
export const THEME_KEY = 'theme';

const DARK = '(prefers-color-scheme: dark)';
const isTheme = (value: string | null): value is ThemeName => value === 'light' || value === 'dark';

function storedTheme(): ThemeName | null {
  try {
    const value = localStorage.getItem(THEME_KEY);
    return isTheme(value) ? value : null;
  } catch {
    // Storage is switched off, so the choice is kept only as long as the page.
    return null;
  }
}
const systemTheme = (): ThemeName => (window.matchMedia(DARK).matches ? 'dark' : 'light');

/** The choice for this page only, kept here when storage refuses it. */
let chosen: ThemeChoice | null = null;

export const chosenTheme = (): ThemeChoice => chosen ?? storedTheme() ?? 'system';

/** Returns the visitor's choice, or the system's theme. */
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
    // Without storage, `chosen` keeps the choice for this page.
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
/** Subscribes to changes by the visitor, by the system and in other windows. */
export const subscribeToTheme = changes.subscribe;

/** Both icons are prerendered, and CSS shows the right one for the theme before any script has run. */
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

/** The prerender does not know the visitor's theme. */
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
