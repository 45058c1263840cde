import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { appendToReply } from './chat-cache';
import { refreshChats } from './keys';

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'chatChanged') void refreshChats(queryClient);
  if (message.type === 'chatReplyGrew') appendToReply(queryClient, message);
}
