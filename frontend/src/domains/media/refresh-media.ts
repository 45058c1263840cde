import type { QueryClient } from '@tanstack/react-query';
import { projectKeys, refreshProjectRow } from '../projects/queries';
import { refreshScenes } from '../scenes/queries';
import { refreshBalance } from '../zaps/queries';

/** The scenes, the project's counts and thumbnail, what it cost and the balance, after a paid thing ended or began. */
export async function refreshMedia(queryClient: QueryClient, projectId: string): Promise<void> {
  await Promise.all([
    refreshScenes(queryClient, projectId),
    refreshProjectRow(queryClient, projectId),
    queryClient.invalidateQueries({ queryKey: projectKeys.costs(projectId), exact: true }),
    refreshBalance(queryClient),
  ]);
}
