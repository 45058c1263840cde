import type { PushMessage } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryFn } from '../../platform/cache/query-client';
import { lazyList } from '../../platform/lazy/lazy-schema';
import { projectKeys } from './api';

const deletedKeys = {
  projects: [...projectKeys.all, 'deleted'] as const,
  inProject: (projectId: string) => projectKeys.deleted(projectId),
};

/** What was deleted in a project and can be put back, newest first. Read anew whenever it is opened. */
export const useDeletedThings = (projectId: string) =>
  useQuery({
    queryKey: deletedKeys.inProject(projectId),
    queryFn: getQueryFn(lazyList('deletedThingSchema')),
    staleTime: 0,
  });

export const useDeletedProjects = () =>
  useQuery({ queryKey: deletedKeys.projects, queryFn: getQueryFn(lazyList('deletedProjectSchema')), staleTime: 0 });

/** Reads again what is on screen of what was deleted: something came, or was put back in another window. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'scenesChanged' && message.texts !== true) {
    void queryClient.invalidateQueries({ queryKey: deletedKeys.inProject(message.projectId) });
  }
  if (message.type === 'projectsChanged') void queryClient.invalidateQueries({ queryKey: deletedKeys.projects });
}
