import styled from '@emotion/styled';
import { Outlet, useLocation } from '@tanstack/react-router';
import type { User } from '@storyreel/contracts';
import { useUser } from '../../domains/accounts/queries';
import { useSession } from '../../platform/session';
import { useFetchedAhead } from '../../platform/useFetchedAhead';
import { Button, EmptyState, Spinner } from '../../ui';
import { late, type FaultProps } from '../../ui/late';
import { useSessionEvents } from './useSessionEvents';
import { Shell } from './Shell';
import { SignInMissing } from './SignInMissing';

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

const LandingPage = late(async () => (await import('../../screens/landing/LandingPage')).LandingPage, {
  Fault: Unreachable,
  fallback: checking,
});
const InterruptedSession = late(async () => (await import('./InterruptedSession')).InterruptedSession, {
  Fault: SignInMissing,
});

/** Nobody signed in: the landing page at every address. Somebody: the shell around the screen. */
export function UserGate() {
  const { data: user, isError, refetch } = useUser();
  // Draws it anew when somebody leaves, too: the query above is cleared then, without a word to those who look at it.
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

/** Has somebody sign in again when the session ends while they work. */
function SessionGuard({ user, isExpired }: { user: User; isExpired: boolean }) {
  // A session ends often with a deployment, after which the code is no longer where this page looks for it.
  useFetchedAhead(InterruptedSession.preload);
  return isExpired && <InterruptedSession user={user} />;
}
