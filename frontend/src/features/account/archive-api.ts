import type { OwnArchive, PushMessage } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryFn } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { useSocketConnected } from '../../platform/realtime/socket-status';
import { tellFailure, toast, useCommand } from '../../ui';

const ARCHIVE = '/api/account/archive';
const read = lazySchema('ownArchiveSchema');
/** Milliseconds between polls of an archive in progress while the socket is down. */
const POLL_MS = 3_000;

/** Reads the newest data archive. */
export function useOwnArchive() {
  const isPushed = useSocketConnected();
  return useQuery<OwnArchive>({
    queryKey: [ARCHIVE],
    queryFn: getQueryFn(read),
    // Always refetched, since no push reports that an archive was deleted.
    staleTime: 0,
    refetchInterval: ({ state }) => (!isPushed && state.data?.archive?.state === 'preparing' ? POLL_MS : false),
  });
}

export const usePrepareArchive = () =>
  useCommand({
    run: () => apiRequest<OwnArchive>('POST', ARCHIVE, undefined, { schema: read }),
    onDone: (queryClient, answer) => queryClient.setQueryData([ARCHIVE], answer),
    failure: (error) => tellFailure("Couldn't prepare your data", reasonOf(error)),
  });

/** Announces on every screen that the archive is ready or has failed. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'archiveChanged') return;
  void queryClient.invalidateQueries({ queryKey: [ARCHIVE] });
  if (message.state === 'ready')
    toast({ title: 'Your data is ready', description: 'You can download it in Settings for a week.' });
  if (message.state === 'failed') tellFailure("Couldn't prepare your data", 'Please try again.');
}
