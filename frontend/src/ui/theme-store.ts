import { createChanges } from '../platform/store';

export type ThemeName = 'light' | 'dark';
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

let chosen: ThemeName | null = null;

/** The visitor's stored choice, without one what the system prefers. */
export const currentTheme = (): ThemeName => chosen ?? storedTheme() ?? systemTheme();

function apply(): void {
  const theme = currentTheme();
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme;
  changes.announce();
}

export function chooseTheme(theme: ThemeName): void {
  chosen = theme;
  try {
    localStorage.setItem(THEME_KEY, theme);
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
