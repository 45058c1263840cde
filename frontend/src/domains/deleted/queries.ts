import { useQuery } from '@tanstack/react-query';
import { lazyList } from '../../platform/lazy-schema';
import { getQueryFn } from '../../platform/query-client';
import { projectKeys } from '../projects/queries';

/** Below the projects' own: what refreshes these after a deletion or its undo refreshes the lists too. */
export const deletedKeys = {
  projects: [...projectKeys.all, 'deleted'] as const,
  inProject: (projectId: string) => [...projectKeys.one(projectId), 'deleted'] as const,
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
