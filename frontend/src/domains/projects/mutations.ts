import { NEW_PROJECT, type Project } from '@storyreel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { flushAutosaves } from '../../platform/autosave-registry';
import { fitsKeepalive } from '../../platform/keepalive';
import { logError } from '../../platform/log';
import { toast } from '../../ui';
import { useCurrentUser } from '../accounts/queries';
import { reorderKey, updateKey, type ProjectChange } from './pending-changes';
import { projectAnswer, projectKeys, refreshProjects, setProjectInCache } from './project-cache';
import { useOpenProject } from './useOpenProject';

/** Creates a project with the usual first words and opens it. While nobody is known to be signed in, nothing happens. */
export function useCreateProject() {
  const queryClient = useQueryClient();
  const currentUser = useCurrentUser();
  const { open } = useOpenProject();
  const mutation = useMutation({
    mutationFn: (userId: string) =>
      apiRequest('POST', '/api/projects', { ...NEW_PROJECT, userId }, { schema: projectAnswer }),
    onSuccess: (project) => {
      setProjectInCache(queryClient, project);
      open(project.id);
    },
    onError: (error) => logError('Creating a project failed', error),
  });
  const create = () => {
    const user = currentUser();
    if (user && !mutation.isPending) mutation.mutate(user.id);
  };
  return { create, isPending: mutation.isPending };
}

/** Saves changed fields; they show at once and fall back when the server refuses them. */
export function useUpdateProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: updateKey,
    mutationFn: ({ id, changes }: ProjectChange) =>
      apiRequest('PATCH', `/api/projects/${id}`, changes, { schema: projectAnswer, keepalive: fitsKeepalive(changes) }),
    onSuccess: (project) => setProjectInCache(queryClient, project),
    onError: () =>
      toast({ title: 'Save Failed', description: 'Failed to save changes. Please try again.', variant: 'destructive' }),
  });
}

/** Copies a project with its scenes. When the original is open, the copy becomes the open project. */
export function useDuplicateProject() {
  const queryClient = useQueryClient();
  const { projectId, tab, open } = useOpenProject();
  return useMutation({
    mutationFn: async ({ id }: Pick<Project, 'id'>) => {
      // Words that wait to be saved belong into the copy.
      await flushAutosaves();
      return apiRequest('POST', `/api/projects/${id}/duplicate`, undefined, { schema: projectAnswer });
    },
    onSuccess: (copy, original) => {
      setProjectInCache(queryClient, copy);
      void refreshProjects(queryClient);
      if (original.id === projectId) open(copy.id, tab);
    },
    onError: (error) => logError('Duplicating a project failed', error),
  });
}

/** Stores the order of all projects, given as ids; it shows at once. */
export function useReorderProjects() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: reorderKey,
    // One after the other: the last drag must also be the last to arrive.
    scope: { id: 'reorder-projects' },
    mutationFn: (projectIds: string[]) =>
      apiRequest(
        'POST',
        '/api/projects/reorder',
        { projectIds },
        { schema: () => projectAnswer().then((schema) => schema.array()), keepalive: fitsKeepalive(projectIds) },
      ),
    onSuccess: (projects) => queryClient.setQueryData(projectKeys.all, projects),
    onError: (error) => {
      logError('Storing the order of the projects failed', error);
      void refreshProjects(queryClient);
    },
  });
}
