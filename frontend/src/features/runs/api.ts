import type { RunAgainRequest, RunCounts, RunDetail } from '@storyreel/contracts';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiPage, apiRequest } from '../../platform/http/api-client';
import { lazyList, lazySchema } from '../../platform/lazy/lazy-schema';
import { refreshBelow } from '../../platform/cache/query-client';
import { useCommand } from '../../ui';
import { refreshBalance } from '../zaps/api';
import type { RunsSearch } from './search';

export type RunFilters = Omit<RunsSearch, 'view' | 'run' | 'with'>;

const query = (filters: RunFilters): string => {
  const given = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(given).toString();
};

type Replayed = Pick<RunDetail, 'id' | 'state' | 'events'>;

export const runKeys = {
  all: ['/api/runs'] as const,
  list: (filters: RunFilters) => ['/api/runs', 'list', query(filters)] as const,
  counts: (filters: RunFilters) => ['/api/runs', 'counts', query(filters)] as const,
  errors: (filters: RunFilters) => ['/api/runs', 'errors', query(filters)] as const,
  ofScene: (sceneId: string, urls: readonly string[]) => ['/api/runs', 'scene', sceneId, ...urls] as const,
  one: (id: string) => ['/api/runs', id] as const,
  /** The key includes the run's progress, so that new events refetch the replay; the address stays the same. */
  replay: ({ id, state, events }: Replayed) => ['/api/runs', id, 'replay', state, events.length] as const,
};

const LOOK_AGAIN_MS = 1_500;
const LOOK_AT_LIST_AGAIN_MS = 5_000;

export const isOver = ({ state }: Pick<RunDetail, 'state'>): boolean => state === 'complete' || state === 'failed';

/** Reads runs page by page, newest first. The first page is polled while some of its runs are in progress. */
export const useRuns = (filters: RunFilters) =>
  useInfiniteQuery({
    queryKey: runKeys.list(filters),
    queryFn: ({ signal, pageParam: cursor }) =>
      apiPage(`/api/runs?${query(filters)}`, {
        schema: lazySchema('runSchema'),
        signal,
        cursor,
        limit: 50,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      const [page, next] = data?.pages ?? [];
      return page && !next && !page.items.every(isOver) ? LOOK_AT_LIST_AGAIN_MS : false;
    },
  });

/** Reads the runs of a scene; refetched when the scene shows new assets. */
export const useSceneRuns = (sceneId: string, urls: readonly string[]) =>
  useQuery({
    queryKey: runKeys.ofScene(sceneId, urls),
    queryFn: async ({ signal }) => {
      const { items } = await apiPage(`/api/scenes/${encodeURIComponent(sceneId)}/runs`, {
        schema: lazySchema('sceneRunSchema'),
        signal,
        cursor: null,
        limit: 200,
      });
      return items;
    },
    enabled: urls.length > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

export const useRunCounts = (filters: RunFilters) =>
  useQuery({
    queryKey: runKeys.counts(filters),
    queryFn: ({ signal }) =>
      apiRequest<RunCounts>('GET', `/api/runs/counts?${query(filters)}`, undefined, {
        schema: lazySchema('runCountsSchema'),
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && data.queued + data.running > 0 ? LOOK_AT_LIST_AGAIN_MS : false),
  });

/** Reads failed runs grouped by error, the most frequent error first. */
export const useRunErrors = (filters: RunFilters) =>
  useQuery({
    queryKey: runKeys.errors(filters),
    queryFn: ({ signal }) =>
      apiRequest('GET', `/api/runs/errors?${query(filters)}`, undefined, {
        schema: lazyList('runErrorGroupSchema'),
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Returns a function that refetches runs, for a button: other users' runs are not pushed. */
export function useRefreshRuns(): () => Promise<void> {
  const client = useQueryClient();
  return () => refreshBelow(client, runKeys.all[0]);
}

/** Reads a run; polled while it is in progress, since other users' runs are not pushed. */
export const useRun = (id: string) =>
  useQuery({
    queryKey: runKeys.one(id),
    queryFn: ({ signal }) =>
      apiRequest('GET', `/api/runs/${encodeURIComponent(id)}`, undefined, {
        schema: lazySchema('runDetailSchema'),
        signal,
      }),
    refetchInterval: ({ state: { data } }) => (data && !isOver(data) ? LOOK_AGAIN_MS : false),
  });

/** Replays a run; replayed again when the run has progressed. The previous replay stays on screen in the meantime. */
export const useReplay = (run: Replayed) =>
  useQuery({
    queryKey: runKeys.replay(run),
    queryFn: ({ signal }) =>
      apiRequest('GET', `/api/runs/${encodeURIComponent(run.id)}/replay`, undefined, {
        schema: lazySchema('replayReportSchema'),
        signal,
      }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

/** Finds runs by any of their ids, on request. */
export const useFindRun = () =>
  useCommand({
    run: async (find: string) => {
      const address = `/api/runs?${new URLSearchParams({ find })}`;
      return (await apiPage(address, { schema: lazySchema('runSchema'), cursor: null, limit: 2 })).items;
    },
  });

export const useRunAgain = (id: string) =>
  useCommand({
    run: (body: RunAgainRequest) =>
      apiRequest('POST', `/api/runs/${encodeURIComponent(id)}/again`, body, {
        schema: lazySchema('runAgainResponseSchema'),
      }),
    refresh: (queryClient) =>
      Promise.all([queryClient.invalidateQueries({ queryKey: runKeys.all }), refreshBalance(queryClient)]),
  });

/** Puts a run's results into the run's scene, or removes them from it. */
export const useKeepRun = (id: string) =>
  useCommand({
    run: ({ undo = false, assetIds }: { undo?: boolean; assetIds?: string[] }) =>
      apiRequest(
        'POST',
        `/api/runs/${encodeURIComponent(id)}/${undo ? 'undo-keep' : 'keep'}`,
        assetIds === undefined ? {} : { assetIds },
        { schema: lazySchema('runDetailSchema') },
      ),
    refresh: (queryClient) =>
      Promise.all([runKeys.all, ['/api/scenes']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
