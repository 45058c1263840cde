import type { PushMessage, StuckRetryOutcome, StuckWork } from '@storyreel/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, apiPage, apiRequest } from '../../platform/http/api-client';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { useSocketConnected } from '../../platform/realtime/socket-status';
import { tellError, tellFailure, toast, useCommand } from '../../ui';

const stuckKeys = { all: ['/api/runs/stuck'] as const };

const ENTRIES_A_PAGE = 100;
const POLL_MS = 10_000;
/**
 * Milliseconds between polls even while connected, because a socket gets the events of a newly granted role only after
 * it reconnects.
 */
const SELDOM_MS = 120_000;

/** Reads stuck work page by page, newest first; polled while it is on screen. */
export function useStuck() {
  const connected = useSocketConnected();
  return useInfiniteQuery({
    queryKey: stuckKeys.all,
    queryFn: ({ signal, pageParam: cursor }) =>
      apiPage(stuckKeys.all[0], {
        schema: lazySchema('stuckWorkSchema'),
        signal,
        cursor,
        limit: ENTRIES_A_PAGE,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    refetchInterval: connected ? SELDOM_MS : POLL_MS,
  });
}

const retry = ({ kind, id }: StuckWork): Promise<StuckRetryOutcome> =>
  apiRequest('POST', '/api/runs/stuck/retry', { kind, id }, { schema: lazySchema('stuckRetryOutcomeSchema') });

const refreshStuck = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: stuckKeys.all });
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Retries one piece of stuck work. */
export const useRetryStuck = () =>
  useCommand({
    run: retry,
    onDone: (_queryClient, { outcome, reason }) => {
      if (outcome === 'stuck') tellFailure('Still stuck', reason ?? undefined);
      else toast({ title: outcome === 'queued' ? 'Requeued' : 'No longer stuck' });
    },
    failure: (error) => (isGone(error) ? toast({ title: 'No longer stuck' }) : tellError("Couldn't retry", error)),
    refresh: refreshStuck,
  });

/** Retries many pieces of stuck work one after another; a failure does not stop the following ones. */
export const useRetryAllStuck = () =>
  useCommand({
    run: async (items: readonly StuckWork[]) => {
      let left = 0;
      for (const item of items) {
        try {
          if ((await retry(item)).outcome === 'stuck') left += 1;
        } catch (error) {
          if (!isGone(error)) throw error;
        }
      }
      return { tried: items.length, left };
    },
    onDone: (_queryClient, { tried, left }) => {
      if (left > 0) tellFailure('Some are still stuck', `${left} of ${tried} failed again.`);
      else toast({ title: 'All retried' });
    },
    failure: ["Couldn't retry all", 'The ones already retried keep going. Try again for the rest.'],
    refresh: refreshStuck,
  });

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'stuckChanged') void refreshStuck(queryClient);
}
