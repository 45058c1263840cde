import type { Project } from '@storyreel/contracts';
import { useQuery, useQueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiList, apiRequest } from '../../platform/api-client';
import { addressOf } from '../../platform/query-client';
import { keepNewer, newerOf } from '../../platform/revisions';
import { useUser } from '../accounts/queries';
import { projectChanges } from './pending-changes';
import { projectAnswer, projectKeys } from './project-cache';

export { projectKeys, refreshProject, refreshProjects, setProjectInCache } from './project-cache';
export { useCreateProject, reorderProjects, useDuplicateProject, useUpdateProject } from './mutations';
export { useDeleteProject } from './delete-project';

const STALE_AFTER = 30_000;
const KEPT_FOR = 5 * 60_000;

/** The user's projects in their stored order, with what is being saved already shown. Asked for only when signed in. */
export function useProjects(enabled = true) {
  const queryClient = useQueryClient();
  const { data: user } = useUser();
  const query = useQuery({
    queryKey: projectKeys.all,
    queryFn: async ({ signal }: QueryFunctionContext) => {
      const fetched = await apiList(projectKeys.all[0], { schema: projectAnswer, signal });
      return keepNewer(queryClient.getQueryData<Project[]>(projectKeys.all), fetched);
    },
    enabled: enabled && Boolean(user),
    staleTime: STALE_AFTER,
    gcTime: KEPT_FOR,
  });
  const shown = projectChanges.useShown(queryClient);
  const { data, isPending, isError, error, refetch } = query;
  const projects = useMemo(() => data && shown(data), [data, shown]);
  return { data: projects, isPending, isError, error, refetch };
}

/** One project, with what is being saved already shown. Nothing is asked for while the id is null. */
export function useProject(id: string | null) {
  const queryClient = useQueryClient();
  const fromList = () => queryClient.getQueryData<Project[]>(projectKeys.all)?.find((project) => project.id === id);
  const query = useQuery({
    queryKey: projectKeys.one(id),
    queryFn: async ({ queryKey, signal }: QueryFunctionContext) => {
      const fetched = await apiRequest('GET', addressOf(queryKey), undefined, { schema: projectAnswer, signal });
      return newerOf(queryClient.getQueryData<Project>(projectKeys.one(id)), fetched);
    },
    enabled: id !== null,
    initialData: fromList,
    initialDataUpdatedAt: () => queryClient.getQueryState(projectKeys.all)?.dataUpdatedAt,
    staleTime: STALE_AFTER,
    gcTime: KEPT_FOR,
  });
  const shown = projectChanges.useShown(queryClient);
  const { data, isPending, isError, error, refetch } = query;
  const project = useMemo(() => data && shown([data])[0], [data, shown]);
  return { data: project, isPending, isError, error, refetch };
}
