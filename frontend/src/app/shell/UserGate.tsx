import styled from '@emotion/styled';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useUser } from '../../domains/accounts/queries';
import { useSession } from '../../platform/session';
import { Button, EmptyState, Spinner } from '../../ui';
import { useSessionEvents } from './useSessionEvents';
import { Shell } from './Shell';

const LandingPage = lazy(() =>
  import('../../screens/landing/LandingPage').then(({ LandingPage }) => ({ default: LandingPage })),
);

const InterruptedSession = lazy(() =>
  import('./InterruptedSession').then(({ InterruptedSession }) => ({ default: InterruptedSession })),
);

const Centre = styled.div`
  display: grid;
  place-items: center;
  min-height: 100dvh;
`;
const checking = (
  <Centre>
    <Spinner size={32} />
  </Centre>
);

/** Nobody signed in: the landing page at every address. Somebody: the shell around the screen. */
export function UserGate() {
  const { data: user, isPending, isError, refetch } = useUser();
  const { isExpired } = useSession();
  const { href } = useLocation();
  useSessionEvents(user);
  if (isPending) return checking;
  if (isError) {
    return (
      <Centre>
        <EmptyState
          drawing="compass"
          title="Can't reach Storyreel"
          line="The server didn't respond. Your saved work is safe. Please try again in a moment."
          action={
            <Button variant="primary" onClick={() => void refetch()}>
              Try Again
            </Button>
          }
        />
      </Centre>
    );
  }
  if (!user) {
    return (
      <Suspense fallback={checking}>
        <LandingPage asked={href} />
      </Suspense>
    );
  }
  return (
    <>
      <Shell user={user}>
        <Outlet />
      </Shell>
      {isExpired && (
        <Suspense fallback={null}>
          <InterruptedSession user={user} />
        </Suspense>
      )}
    </>
  );
}
