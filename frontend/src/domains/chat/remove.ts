import type { QueryClient } from '@tanstack/react-query';
import { ApiError, apiRequest } from '../../platform/api-client';
import { logError } from '../../platform/log';
import { addressOf } from '../../platform/query-client';
import { reasonOf } from '../../platform/reasons';
import { tellFailure } from '../../ui';
import { takeFromChat } from './chat-cache';
import { chatKeys, refreshChats } from './keys';

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

/** @returns false when it was not cleared; that is logged, and told by no toast */
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
