import { NEW_PROJECT, type Project, type ProjectSummary } from '@storyreel/contracts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { apiRequest } from '../../platform/api-client';
import { flushAutosaves } from '../../platform/autosave-registry';
import { idempotencyKeys, idempotencyHeader } from '../../platform/intentions';
import { fitsKeepalive } from '../../platform/keepalive';
import { ownWrite } from '../../platform/own-writes';
import { tellError } from '../../ui';
import { useCurrentUser } from '../accounts/queries';
import { newProjects } from './new-projects';
import { inOrder, projectChanges, withChanges, type ProjectChange } from './pending-changes';
import { inSummary, projectAnswer, projectKeys, refreshProjects, setProjectInCache } from './project-cache';
import { useOpenProject } from './useOpenProject';

/** Creates a project with the usual first words and opens it. While nobody is known to be signed in, nothing happens. */
export function useCreateProject() {
  const queryClient = useQueryClient();
  const currentUser = useCurrentUser();
  const { open } = useOpenProject();
  const mutation = useMutation({
    mutationFn: (userId: string) =>
      idempotencyKeys.once('new-project', null, (key) =>
        apiRequest(
          'POST',
          '/api/projects',
          { ...NEW_PROJECT, userId },
          { schema: projectAnswer, headers: idempotencyHeader(key) },
        ),
      ),
    onSuccess: (project) => {
      setProjectInCache(queryClient, project);
      newProjects(queryClient).add(project.id);
      open(project.id);
    },
    onError: (error) => tellError("Couldn't create the project", error),
  });
  const create = () => {
    const user = currentUser();
    if (user && !mutation.isPending) mutation.mutate(user.id);
  };
  return { create, isPending: mutation.isPending };
}

const idOf = (project: Project): string => project.id;

/** Saves changed fields; they show at once and fall back when the server refuses them. */
export function useUpdateProject(): (change: ProjectChange) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (change) => {
      const { id, changes } = change;
      const options = { schema: projectAnswer, keepalive: fitsKeepalive(changes) };
      projectChanges
        .make(queryClient, {
          apply: (projects) => withChanges(projects, change),
          save: () => ownWrite(idOf, () => apiRequest('PATCH', `/api/projects/${id}`, changes, options)),
          settle: (project) => setProjectInCache(queryClient, project),
          // A later choice must not be overtaken by an earlier one.
          inTurn: `projects/${id}`,
        })
        .catch((error: unknown) => tellError('Save Failed', error, 'Failed to save changes. Please try again.'));
    },
    [queryClient],
  );
}

/** Copies a project with its scenes. When the original is open, the copy becomes the open project. */
export function useDuplicateProject() {
  const queryClient = useQueryClient();
  const { projectId, tab, open } = useOpenProject();
  return useMutation({
    mutationFn: async ({ id }: Pick<Project, 'id'>) => {
      // Words that wait to be saved belong into the copy.
      await flushAutosaves();
      return idempotencyKeys.once(`duplicate-project/${id}`, null, (key) =>
        apiRequest('POST', `/api/projects/${id}/duplicate`, undefined, {
          schema: projectAnswer,
          headers: idempotencyHeader(key),
        }),
      );
    },
    onSuccess: (copy, original) => {
      setProjectInCache(queryClient, copy);
      void refreshProjects(queryClient);
      if (original.id === projectId) open(copy.id, tab);
    },
    onError: (error) => tellError("Couldn't duplicate the project", error),
  });
}

/** Stores the order of all projects, given as ids; it shows at once. */
export async function reorderProjects(queryClient: QueryClient, projectIds: string[]): Promise<void> {
  const keepalive = fitsKeepalive(projectIds);
  try {
    await projectChanges.make(queryClient, {
      apply: (projects) => inOrder(projects, projectIds),
      save: () => apiRequest('POST', inSummary('/api/projects/reorder'), { projectIds }, { keepalive }),
      // Not the answer, which may be the first page of the list.
      settle: () =>
        queryClient.setQueryData<ProjectSummary[]>(
          projectKeys.list,
          (projects) => projects && inOrder(projects, projectIds),
        ),
      inTurn: 'projects/order',
    });
  } catch (error) {
    tellError("Couldn't save the order of the projects", error);
    await refreshProjects(queryClient);
  }
}
