import { useQuery } from '@tanstack/react-query';
import { lazyList } from '../../platform/lazy-schema';
import { getQueryFn } from '../../platform/query-client';
import { projectKeys } from '../projects/queries';

export const deletedKeys = {
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
