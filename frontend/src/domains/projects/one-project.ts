import type { Project } from '@storyreel/contracts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { addressOf } from '../../platform/query-client';
import { newerOf } from '../../platform/revisions';
import { projectAnswer, projectKeys } from './project-cache';

export const STALE_AFTER = 30_000;
export const KEPT_FOR = 5 * 60_000;

/** Reads a whole project, its long texts included. */
export const wholeProject = (queryClient: QueryClient, id: string | null) =>
  queryOptions({
    queryKey: projectKeys.one(id),
    queryFn: async ({ queryKey, signal }) => {
      const fetched = await apiRequest('GET', addressOf(queryKey), undefined, { schema: projectAnswer, signal });
      return newerOf(queryClient.getQueryData<Project>(projectKeys.one(id)), fetched);
    },
    staleTime: STALE_AFTER,
    gcTime: KEPT_FOR,
  });
