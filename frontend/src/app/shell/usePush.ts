import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logError } from '../../platform/log';
import { useSession } from '../../platform/session';
import { setSocketConnected } from '../../platform/socket';

/** Keeps what is on screen as new as the server while somebody is signed in. The code comes after the first screen. */
export function usePush(): void {
  const queryClient = useQueryClient();
  // The server closes the sockets of a session with it: a renewed one needs a socket of its own.
  const { renewals } = useSession();
  useEffect(() => {
    let ended = false;
    let close: (() => void) | null = null;
    import('./push-connection')
      .then(({ openPushConnection }) => {
        if (!ended) close = openPushConnection(queryClient, setSocketConnected);
      })
      .catch((error: unknown) => logError('The socket could not be loaded', error));
    return () => {
      ended = true;
      close?.();
    };
  }, [queryClient, renewals]);
}
