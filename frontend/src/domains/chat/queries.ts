import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiPage, type ListPage } from '../../platform/api-client';
import { lazySchema } from '../../platform/lazy-schema';
import { addressOf } from '../../platform/query-client';
import { reasonOf } from '../../platform/reasons';
import { useSocketConnected } from '../../platform/socket';
import { tellFailure } from '../../ui';
import { inOrder, isOpen } from './chat-cache';
import { chatKeys } from './keys';

const MESSAGES_A_PAGE = 50;
/** How often a reply that is under way is asked for, without pushes and with them: one may be lost. Milliseconds. */
const POLL_MS = 2_000;
const LOOK_MS = 15_000;

/** The messages of a chat in their order, the newest page first. A failure is told once. */
export function useChat(projectId: string | null) {
  const isPushed = useSocketConnected();
  const query = useInfiniteQuery({
    queryKey: chatKeys.of(projectId),
    queryFn: ({ signal, queryKey, pageParam: cursor }) =>
      apiPage(addressOf(queryKey), { schema: lazySchema('chatMessageSchema'), signal, cursor, limit: MESSAGES_A_PAGE }),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next,
    select: inOrder,
    refetchInterval: ({ state }) => {
      const data: InfiniteData<ListPage<Parameters<typeof isOpen>[0]>, string | null> | undefined = state.data;
      if (!data || !inOrder(data).some(isOpen)) return false;
      return isPushed ? LOOK_MS : POLL_MS;
    },
  });
  const failure = query.error && (reasonOf(query.error) ?? 'Please try again.');
  useEffect(() => {
    if (failure) tellFailure('Failed to fetch messages', failure);
  }, [failure]);
  return query;
}

const firstPage = (): string | null => null;
