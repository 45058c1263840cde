import type { ChatMessage } from '@storyreel/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ListPage } from '../../platform/api-client';
import { chatKeys, refreshChats } from './keys';

/** Pages go back in time, each in the order of the chat. */
export type ChatPages = InfiniteData<ListPage<ChatMessage>, string | null>;

export const inOrder = ({ pages }: ChatPages): ChatMessage[] => pages.toReversed().flatMap(({ items }) => items);

/** Under way: it is going to change by itself. */
export const isOpen = ({ status }: ChatMessage): boolean => status === 'pending' || status === 'writing';

/** Whether the text follows what is there, is there already, or comes after something that was missed. */
type Fit = 'follows' | 'known' | 'gap';
function fitOf({ content }: ChatMessage, offset: number, text: string): Fit {
  if (content.length === offset) return 'follows';
  return content.slice(offset, offset + text.length) === text ? 'known' : 'gap';
}

/** More of a reply. What was missed in between is read from the server. */
export function appendToReply(
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

/** Messages that were posted a moment ago, at the end of their chat. */
export function addToChat(queryClient: QueryClient, projectId: string | null, added: ChatMessage[]): void {
  queryClient.setQueryData<ChatPages>(chatKeys.of(projectId), (data) => {
    const [newest, ...older] = data?.pages ?? [];
    if (!data || !newest) return data;
    const known = new Set(inOrder(data).map(({ id }) => id));
    const items = [...newest.items, ...added.filter(({ id }) => !known.has(id))];
    return { ...data, pages: [{ ...newest, items }, ...older] };
  });
}

export function takeFromChat(queryClient: QueryClient, projectId: string | null, messageId: string): void {
  queryClient.setQueryData<ChatPages>(chatKeys.of(projectId), (data) => {
    if (!data) return data;
    const without = (items: ChatMessage[]) => items.filter(({ id }) => id !== messageId);
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: without(page.items) })) };
  });
}
