import type { Project } from '@storyreel/contracts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { flushAutosaves } from '../../platform/autosave-registry';
import { tellFailure, tellRestored, toast } from '../../ui';
import { projectAnswer, refreshProjects, removeProjectFromCache, setProjectInCache } from './project-cache';
import { useOpenProject } from './useOpenProject';

/** Brings a deleted project back to its place, with its scenes. */
export async function restoreProject(queryClient: QueryClient, deleted: Pick<Project, 'id'>): Promise<void> {
  await tellRestored('project', async () => {
    const project = await apiRequest('POST', '/api/projects/restore', deleted, { schema: projectAnswer });
    setProjectInCache(queryClient, project);
    return { title: 'Project restored' };
  });
  // The list knows the place that it comes back to.
  await refreshProjects(queryClient);
}

/** Deletes a project with its scenes and offers to undo it. An open one is left for the list. */
export function useDeleteProject() {
  const queryClient = useQueryClient();
  const { projectId, close } = useOpenProject();
  return useMutation({
    mutationFn: async (project: Project) => {
      // Words that wait to be saved are saved first, so that undo brings them back.
      await flushAutosaves();
      await apiRequest('DELETE', `/api/projects/${project.id}`);
    },
    onSuccess: (_answer, project) => {
      if (project.id === projectId) close();
      removeProjectFromCache(queryClient, project.id);
      toast({
        title: 'Project deleted',
        undo: () => restoreProject(queryClient, project),
      });
    },
    onError: () => tellFailure('Deletion failed', 'Failed to delete project. Please try again.'),
  });
}
