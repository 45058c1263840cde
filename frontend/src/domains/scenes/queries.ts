import { useQuery, useQueryClient, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import type { Scene } from '@storyreel/contracts';
import { apiList, apiRequest } from '../../platform/api-client';
import { lazySchema } from '../../platform/lazy-schema';
import { addressOf } from '../../platform/query-client';
import { keepNewer } from '../../platform/revisions';
import { tellError } from '../../ui';
import { withUnsavedOrder } from './save-scene-order';
import { sceneChanges, sceneKeys } from './scene-cache';

export { refreshScenes, sceneKeys, setSceneInCache } from './scene-cache';

const FIVE_MINUTES = 5 * 60 * 1000;

/** The scenes of the open project in their order; nothing is asked for while no project is open. */
export function useScenes(projectId: string | null) {
  const queryClient = useQueryClient();
  const select = sceneChanges.useShown(queryClient);
  return useQuery({ ...sceneListOptions(queryClient, projectId), select });
}

export const sceneListOptions = (queryClient: QueryClient, projectId: string | null) => ({
  queryKey: sceneKeys.list(projectId),
  queryFn: async (context: QueryFunctionContext): Promise<Scene[]> => {
    try {
      const fetched = await apiList(addressOf(context.queryKey), {
        schema: lazySchema('sceneSchema'),
        signal: context.signal,
      });
      const cached = queryClient.getQueryData<Scene[]>(context.queryKey);
      return withUnsavedOrder(projectId ?? '', keepNewer(cached, fetched));
    } catch (error) {
      if (!context.signal.aborted) tellError('Failed to fetch scenes.', error);
      throw error;
    }
  },
  enabled: projectId !== null,
  // Every new use reads the list anew: push may have been missed while nobody showed it.
  staleTime: 0,
  gcTime: FIVE_MINUTES,
});

/** One scene as the server has it now. */
export const readScene = (sceneId: string): Promise<Scene> =>
  apiRequest('GET', `${sceneKeys.all[0]}/${sceneId}`, undefined, { schema: lazySchema('sceneSchema') });
