import type { QueryClient } from '@tanstack/react-query';

export const chatKeys = {
  all: ['/api/chat'] as const,
  /** null: what is asked about no project. */
  of: (projectId: string | null) => ['/api/chat', { projectId }] as const,
};

export const refreshChats = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: chatKeys.all });
