import styled from '@emotion/styled';
import type { User } from '@storyreel/contracts';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useUser } from '../../features/account/api';
import { useFetchedAhead } from '../../platform/lazy/lazy-component';
import { useSession } from '../../platform/session/session';
import { Button, EmptyState, Spinner } from '../../ui';
import { late } from '../../ui/late';
import type { FaultProps } from '../../ui/late';
import { FloatingNotice } from './FloatingNotice';
import { Shell } from './Shell';
import { useSessionEvents } from './useSessionEvents';

/** Fallback when the code of the sign-in dialog fails to load. */
const SignInMissing = ({ retry, isTrying }: FaultProps) => (
  <FloatingNotice role="alert">
    <span>Your session has ended, and the sign-in couldn&apos;t be loaded. Nothing you typed is lost.</span>
    <Button variant="primary" size="small" loading={isTrying} onClick={retry}>
      Try Again
    </Button>
  </FloatingNotice>
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

function Unreachable({ retry, isTrying }: Pick<FaultProps, 'retry' | 'isTrying'>) {
  return (
    <Centre>
      <EmptyState
        drawing="compass"
        title="Can't reach Storyreel"
        line="The server didn't respond. Your saved work is safe. Please try again in a moment."
        action={
          <Button variant="primary" loading={isTrying} onClick={retry}>
            Try Again
          </Button>
        }
      />
    </Centre>
  );
}

const LandingPage = late(async () => (await import('../../features/landing/LandingPage')).LandingPage, {
  Fault: Unreachable,
  fallback: checking,
});
const InterruptedSession = late(async () => (await import('./InterruptedSession')).InterruptedSession, {
  Fault: SignInMissing,
});

/** Shows visitors the landing page at every address, and users the shell with the screen. */
export function UserGate() {
  const { data: user, isError, refetch } = useUser();
  // Also rerenders on logout, because a logout clears the query above without notifying its observers.
  const { isExpired } = useSession();
  const { href } = useLocation();
  useSessionEvents(user);
  if (user === undefined) return isError ? <Unreachable retry={() => void refetch()} isTrying={false} /> : checking;
  if (user === null) return <LandingPage asked={href} />;
  return (
    <>
      <Shell user={user}>
        <Outlet />
      </Shell>
      <SessionGuard user={user} isExpired={isExpired} />
    </>
  );
}

/** Asks the user to sign in again when the session ends while they work. */
function SessionGuard({ user, isExpired }: { user: User; isExpired: boolean }) {
  // Sessions often end with a deployment, and then this code can no longer be loaded from the old address.
  useFetchedAhead(InterruptedSession.preload);
  return isExpired && <InterruptedSession user={user} />;
}
