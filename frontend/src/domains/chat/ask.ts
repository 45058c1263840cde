import type { ChatMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { idempotencyKeys, idempotencyHeader } from '../../platform/intentions';
import { lazySchema } from '../../platform/lazy-schema';
import { reasonOf } from '../../platform/reasons';
import { tellFailure } from '../../ui';
import { refreshBalance } from '../zaps/queries';
import { addToChat } from './chat-cache';
import { refreshChats } from './keys';

/** Posts a message. Says by a toast why it could not be posted, and rejects never: false then. */
export async function postMessage(
  queryClient: QueryClient,
  projectId: string | null,
  content: string,
): Promise<boolean> {
  const body = { role: 'user', content, projectId };
  try {
    const { replyId, ...message } = await idempotencyKeys.once(`chat/${projectId ?? 'none'}`, body, (key) =>
      apiRequest('POST', '/api/chat', body, { schema: lazySchema('postChatResponseSchema'), headers: idempotencyHeader(key) }),
    );
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

/** Has a reply that failed written once more. */
export async function retryReply(queryClient: QueryClient, replyId: string): Promise<void> {
  try {
    await idempotencyKeys.once(`retry-reply/${replyId}`, {}, (key) =>
      apiRequest(
        'POST',
        `/api/chat/${replyId}/retry`,
        {},
        { schema: lazySchema('chatMessageSchema'), headers: idempotencyHeader(key) },
      ),
    );
  } catch (error) {
    tellFailure('Failed to try again', reasonOf(error));
  } finally {
    void refreshChats(queryClient);
    void refreshBalance(queryClient);
  }
}

/** Ends a reply that is under way; what is written stays. */
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
