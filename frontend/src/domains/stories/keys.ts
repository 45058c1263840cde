import type { QueryClient } from '@tanstack/react-query';

export const draftKeys = {
  of: (projectId: string) => ['/api/projects', projectId, 'story-draft'] as const,
};

export const refreshDraft = (queryClient: QueryClient, projectId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: draftKeys.of(projectId) });
