import type { Project } from '@storyreel/contracts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { flushAutosaves } from '../../platform/autosave-registry';
import { tellError, tellRestored, toast } from '../../ui';
import { wholeProject } from './one-project';
import { projectAnswer, refreshProjects, removeProjectFromCache, setProjectInCache } from './project-cache';
import { unlessGone } from '../../platform/unless-gone';
import { useOpenProject } from './useOpenProject';

/** Brings a deleted project back to its place, with its scenes. */
export const restoreProject = (queryClient: QueryClient, deleted: Pick<Project, 'id'>): Promise<void> =>
  tellRestored(
    'project',
    async () => {
      const project = await apiRequest('POST', '/api/projects/restore', deleted, { schema: projectAnswer });
      setProjectInCache(queryClient, project);
      return { title: 'Project restored' };
    },
    // The list knows the place that it comes back to.
    () => refreshProjects(queryClient),
  );

/** Deletes a project with its scenes and offers to undo it. An open one is left for the list. */
export function useDeleteProject() {
  const queryClient = useQueryClient();
  const { projectId, close } = useOpenProject();
  return useMutation({
    mutationFn: async ({ id }: Pick<Project, 'id'>) => {
      // Words that wait to be saved are saved first, so that undo brings them back.
      await flushAutosaves();
      // Undo posts the whole project, of which a list knows less. Its id alone does too.
      const whole = await queryClient.fetchQuery(wholeProject(queryClient, id)).catch(() => ({ id }));
      await apiRequest('DELETE', `/api/projects/${id}`).catch(unlessGone);
      return whole;
    },
    onSuccess: (deleted) => {
      if (deleted.id === projectId) close();
      removeProjectFromCache(queryClient, deleted.id);
      toast({
        title: 'Project deleted',
        undo: () => restoreProject(queryClient, deleted),
      });
    },
    onError: (error) => tellError('Deletion failed', error, 'Failed to delete project. Please try again.'),
  });
}
