import type { QueryClient } from '@tanstack/react-query';
import { refreshProjects } from '../projects/queries';
import { refreshScenes } from '../scenes/queries';
import { refreshBalance } from '../zaps/queries';

/** The scene list, the project list (counts, thumbnail) and the balance, after a paid thing ended or began. */
export async function refreshMedia(queryClient: QueryClient, projectId: string): Promise<void> {
  await Promise.all([refreshScenes(queryClient, projectId), refreshProjects(queryClient), refreshBalance(queryClient)]);
}
