import type { ChatMessage, PushMessage } from '@storyreel/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf } from '../../platform/cache/query-client';
import { ApiError, apiPage, apiRequest } from '../../platform/http/api-client';
import type { ListPage } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import { postOnce } from '../../platform/http/idempotency-keys';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { logError } from '../../platform/log';
import { useSocketConnected } from '../../platform/realtime/socket-status';
import { tellFailure } from '../../ui';
import { refreshBalance } from '../zaps/api';

const chatKeys = {
  all: ['/api/chat'] as const,
  /** Key of a project's chat; null for the chat without a project. */
  of: (projectId: string | null) => ['/api/chat', { projectId }] as const,
};

const refreshChats = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: chatKeys.all });

/** Pages of a chat, which go back in time; within a page, messages are in chronological order. */
export type ChatPages = InfiniteData<ListPage<ChatMessage>, string | null>;

const inOrder = ({ pages }: ChatPages): ChatMessage[] => pages.toReversed().flatMap(({ items }) => items);

/** Returns true while the reply is in progress. */
export const isOpen = ({ status }: ChatMessage): boolean => status === 'pending' || status === 'writing';

/**
 * How a chunk of text fits: it continues the message, repeats a known part, or leaves a gap because a chunk was missed.
 */
type Fit = 'follows' | 'known' | 'gap';
function fitOf({ content }: ChatMessage, offset: number, text: string): Fit {
  if (content.length === offset) return 'follows';
  return content.slice(offset, offset + text.length) === text ? 'known' : 'gap';
}

/** Appends a chunk to a reply; refetches the chat when a chunk was missed. */
function appendToReply(
  queryClient: QueryClient,
  { messageId, offset, text }: { messageId: string; offset: number; text: string },
): void {
  let missed = false;
  queryClient.setQueriesData<ChatPages>({ queryKey: chatKeys.all }, (data) => {
    if (!data) return data;
    return mapMessages(data, (message) => {
      if (message.id !== messageId) return message;
      const fit = fitOf(message, offset, text);
      missed ||= fit === 'gap';
      return fit === 'follows' ? { ...message, content: message.content + text, status: 'writing' } : message;
    });
  });
  if (missed) void refreshChats(queryClient);
}

function mapMessages(data: ChatPages, change: (message: ChatMessage) => ChatMessage): ChatPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) };
}

/** Adds newly posted messages to the end of their chat. */
function addToChat(queryClient: QueryClient, projectId: string | null, added: ChatMessage[]): void {
  queryClient.setQueryData<ChatPages>(chatKeys.of(projectId), (data) => {
    const [newest, ...older] = data?.pages ?? [];
    if (!data || !newest) return data;
    const known = new Set(inOrder(data).map(({ id }) => id));
    const items = [...newest.items, ...added.filter(({ id }) => !known.has(id))];
    return { ...data, pages: [{ ...newest, items }, ...older] };
  });
}

function takeFromChat(queryClient: QueryClient, projectId: string | null, messageId: string): void {
  queryClient.setQueryData<ChatPages>(chatKeys.of(projectId), (data) => {
    if (!data) return data;
    const without = (items: ChatMessage[]) => items.filter(({ id }) => id !== messageId);
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: without(page.items) })) };
  });
}

const MESSAGES_A_PAGE = 50;
/**
 * Milliseconds between polls of a reply in progress: while the socket is down, and while it is connected, since a push
 * may get lost.
 */
const POLL_MS = 2_000;
const LOOK_MS = 15_000;

/** Returns a chat's messages in chronological order. A failure is announced once. */
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

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'chatChanged') void refreshChats(queryClient);
  if (message.type === 'chatReplyGrew') appendToReply(queryClient, message);
}

/** Posts a message. Never rejects: on failure shows a toast and resolves to false. */
export async function postMessage(
  queryClient: QueryClient,
  projectId: string | null,
  content: string,
): Promise<boolean> {
  const body = { role: 'user', content, projectId };
  try {
    const { replyId, ...message } = await postOnce(`chat/${projectId ?? 'none'}`, '/api/chat', body, {
      schema: lazySchema('postChatResponseSchema'),
    });
    const reply: ChatMessage = { ...message, id: replyId, role: 'assistant', content: '', status: 'pending' };
    addToChat(queryClient, projectId, [message, reply]);
    return true;
  } catch (error) {
    tellFailure('Failed to send message', reasonOf(error));
    return false;
  } finally {
    void refreshChats(queryClient);
    void refreshBalance(queryClient);
  }
}

/** Generates a failed reply again. */
export async function retryReply(queryClient: QueryClient, replyId: string): Promise<void> {
  try {
    await postOnce(
      `retry-reply/${replyId}`,
      `/api/chat/${replyId}/retry`,
      {},
      { schema: lazySchema('chatMessageSchema') },
    );
  } catch (error) {
    tellFailure('Failed to retry the reply', reasonOf(error));
  } finally {
    void refreshChats(queryClient);
    void refreshBalance(queryClient);
  }
}

/** Stops a reply in progress; the text written so far is kept. */
export async function stopReply(queryClient: QueryClient, replyId: string): Promise<void> {
  try {
    await apiRequest('POST', `/api/chat/${replyId}/stop`);
  } catch (error) {
    tellFailure('Failed to stop the reply', reasonOf(error));
  } finally {
    void refreshChats(queryClient);
    void refreshBalance(queryClient);
  }
}

export async function deleteMessage(
  queryClient: QueryClient,
  projectId: string | null,
  messageId: string,
): Promise<void> {
  try {
    await apiRequest('DELETE', `/api/chat/${messageId}`);
    takeFromChat(queryClient, projectId, messageId);
  } catch (error) {
    tellFailure('Failed to delete message', reasonOf(error));
  } finally {
    void refreshChats(queryClient);
  }
}

/**
 * Deletes the messages of a chat.
 * @returns false when that failed; the failure is logged, but not shown as a toast
 */
export async function clearChat(queryClient: QueryClient, projectId: string | null): Promise<boolean> {
  try {
    await apiRequest('DELETE', addressOf(chatKeys.of(projectId)));
    return true;
  } catch (error) {
    const answered = error instanceof ApiError ? `: ${error.status} ${error.statusText}` : '';
    logError(`Failed to clear chat${answered}`, error);
    return false;
  } finally {
    void refreshChats(queryClient);
  }
}
