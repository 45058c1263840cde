import { Global } from '@emotion/react';
import { StrictMode, useSyncExternalStore } from 'react';
import { onUserChanged, rememberedUser } from '../../platform/session/session-channel';
import { globalStyles, TooltipProvider } from '../../ui';
import { LandingPage } from './LandingPage';

const never = () => () => undefined;
const asked = (): string => window.location.pathname + window.location.search;
const ofEverybody = (): string => '/';

/** The standalone landing page, which is prerendered by the build and hydrated by the browser. */
export function VisitorsPage() {
  return (
    <StrictMode>
      <Global styles={globalStyles} />
      <TooltipProvider>
        <LandingPage asked={useSyncExternalStore(never, asked, ofEverybody)} />
      </TooltipProvider>
    </StrictMode>
  );
}

/**
 * Reloads the page into the app when the user signs in in another window, or signed in before the page returned from
 * the back-forward cache.
 */
export function reloadWhenSignedIn(): void {
  onUserChanged((userId) => {
    if (userId !== null) window.location.reload();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && rememberedUser() !== null) window.location.reload();
  });
}
