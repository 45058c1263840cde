import type { Film } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazyList } from '../../platform/lazy-schema';
import { getQueryFn } from '../../platform/query-client';
import { useSocketConnected } from '../../platform/socket';
import { filmKeys } from './keys';

/** Milliseconds between looks at a film that is being made, while nothing is pushed. */
export const FILM_POLL_MS = 3_000;

export const isRunning = ({ status }: Pick<Film, 'status'>): boolean => status === 'queued' || status === 'processing';

/** The films of a project, the newest first; nothing is asked for while there is no project. */
export function useFilms(projectId: string | null) {
  const isPushed = useSocketConnected();
  return useQuery<Film[]>({
    queryKey: filmKeys.of(projectId),
    queryFn: getQueryFn(lazyList('filmSchema')),
    enabled: projectId !== null,
    // Every visit reads them anew: pushes may have been missed while nobody showed them.
    staleTime: 0,
    refetchInterval: ({ state }) => (!isPushed && state.data?.some(isRunning) ? FILM_POLL_MS : false),
  });
}
