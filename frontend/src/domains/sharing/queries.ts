import type { SharedLink } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazyList } from '../../platform/lazy-schema';
import { getQueryFn } from '../../platform/query-client';
import { sharingKeys } from './keys';

/** The open link of a film, or of the final video; undefined while there is none, or none is known. */
export function useSharedLink(projectId: string, filmId: string | null): SharedLink | undefined {
  const { data } = useQuery<SharedLink[]>({
    queryKey: sharingKeys.inProject(projectId),
    queryFn: getQueryFn(lazyList('sharedLinkSchema')),
    staleTime: 0,
  });
  return data?.find((link) => link.filmId === filmId);
}
