import { Global } from '@emotion/react';
import { StrictMode, useSyncExternalStore } from 'react';
import { onUserChanged, rememberedUser } from '../../platform/session/session-channel';
import { globalStyles, TooltipProvider } from '../../ui';
import { LandingPage } from './LandingPage';

const never = () => () => undefined;
const asked = (): string => window.location.pathname + window.location.search;
const ofEverybody = (): string => '/';

/** The standalone landing page, which the build prerenders and the browser hydrates. */
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
 * Reloads into the app when the user signed in in another window, or before the page came back from the back/forward
 * cache.
 */
export function reloadWhenSignedIn(): void {
  onUserChanged((userId) => {
    if (userId !== null) window.location.reload();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && rememberedUser() !== null) window.location.reload();
  });
}
