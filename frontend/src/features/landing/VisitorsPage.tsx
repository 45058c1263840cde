import { Global } from '@emotion/react';
import { StrictMode, useSyncExternalStore } from 'react';
import { hearOfUsers, rememberedUser } from '../../platform/session/session-channel';
import { globalStyles, TooltipProvider } from '../../ui';
import { LandingPage } from './LandingPage';

const never = () => () => undefined;
const asked = (): string => window.location.pathname + window.location.search;
const ofEverybody = (): string => '/';

/** The landing page by itself, without the app around it: what the build draws once and a visitor's browser brings to life. */
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

/** Somebody who signed in in another window, or before the browser brought this page back, wants to see the app here too. */
export function reloadWhenSignedIn(): void {
  hearOfUsers((userId) => {
    if (userId !== null) window.location.reload();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && rememberedUser() !== null) window.location.reload();
  });
}
