import { summaryOf, type ProjectSummary } from '@storyreel/contracts';
import { useQuery, useQueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiList } from '../../platform/api-client';
import { addressOf } from '../../platform/query-client';
import { keepNewer } from '../../platform/revisions';
import { useUser } from '../accounts/queries';
import { KEPT_FOR, STALE_AFTER, wholeProject } from './one-project';
import { projectChanges } from './pending-changes';
import { projectKeys, summaryAnswer } from './project-cache';

export {
  projectKeys,
  refreshDeleted,
  refreshProject,
  refreshProjectRow,
  refreshProjects,
  setProjectInCache,
} from './project-cache';
export { useCreateProject, reorderProjects, useDuplicateProject, useUpdateProject } from './mutations';
export { useDeleteProject } from './delete-project';

/**
 * The user's projects in their stored order, without their long texts, and with what is being saved already shown.
 * Asked for only when signed in.
 */
export function useProjects(enabled = true) {
  const queryClient = useQueryClient();
  const { data: user } = useUser();
  const query = useQuery({
    queryKey: projectKeys.list,
    queryFn: async ({ queryKey, signal }: QueryFunctionContext) => {
      const fetched = await apiList(addressOf(queryKey), { schema: summaryAnswer, signal });
      return keepNewer(queryClient.getQueryData<ProjectSummary[]>(projectKeys.list), fetched);
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

/** One of the user's projects as the list shows it. */
export function useListedProject(id: string | null): ProjectSummary | undefined {
  return useProjects().data?.find((project) => project.id === id);
}

/** One whole project, with what is being saved already shown. Nothing is asked for while the id is null. */
export function useProject(id: string | null) {
  const queryClient = useQueryClient();
  const query = useQuery({ ...wholeProject(queryClient, id), enabled: id !== null });
  const shown = projectChanges.useShown(queryClient);
  const { data, isPending, isError, error, refetch } = query;
  const project = useMemo(() => {
    if (data === undefined) return data;
    const listed = summaryOf(data);
    const { hasStory: _, ...changed } = shown([listed])[0] ?? listed;
    return { ...data, ...changed };
  }, [data, shown]);
  return { data: project, isPending, isError, error, refetch };
}
