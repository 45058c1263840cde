import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { growReply } from './chat-cache';
import { refreshChats } from './keys';

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'chatChanged') void refreshChats(queryClient);
  if (message.type === 'chatReplyGrew') growReply(queryClient, message);
}
