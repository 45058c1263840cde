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

/** Reads a project's deleted items that can be restored, newest first. Refetched whenever they are shown. */
export const useDeletedThings = (projectId: string) =>
  useQuery({
    queryKey: deletedKeys.inProject(projectId),
    queryFn: getQueryFn(lazyList('deletedThingSchema')),
    staleTime: 0,
  });

export const useDeletedProjects = () =>
  useQuery({ queryKey: deletedKeys.projects, queryFn: getQueryFn(lazyList('deletedProjectSchema')), staleTime: 0 });

/** Refetches the deleted items on screen, because something was deleted, or restored in another window. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'scenesChanged' && message.texts !== true) {
    void queryClient.invalidateQueries({ queryKey: deletedKeys.inProject(message.projectId) });
  }
  if (message.type === 'projectsChanged') void queryClient.invalidateQueries({ queryKey: deletedKeys.projects });
}
