import { keepPreviousData, useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import { type AnswerSchema, apiPage } from '../../platform/api-client';
import { addressOf } from '../../platform/query-client';

/** Others change these records and nobody is told of it: whoever looks reads them anew. */
export const FRESH = { staleTime: 0 } as const;
/** While another filter is read, what was there stays where it is. */
export const STEADY = { ...FRESH, placeholderData: keepPreviousData } as const;

const LINES_A_PAGE = 100;

/** A list page by page; the next one is asked for when somebody wants it. */
export function useAuditList<T>(queryKey: QueryKey, schema: AnswerSchema<T>) {
  return useInfiniteQuery({
    ...STEADY,
    queryKey,
    queryFn: ({ signal, pageParam: cursor }) =>
      apiPage(addressOf(queryKey), { schema, signal, cursor, limit: LINES_A_PAGE }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}
