import type { SocialPost } from '@storyreel/contracts';
import { useInfiniteQuery, useQuery, useQueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { apiList, apiPage } from '../../platform/api-client';
import { lazyList, lazySchema } from '../../platform/lazy-schema';
import { addressOf, getQueryFn } from '../../platform/query-client';
import { useSocketConnected } from '../../platform/socket';
import { connectionKeys, postKeys, sandboxPostKeys, socialAccountKeys, templateKeys, type PostSpan } from './keys';
import { keepNewerPosts, postChanges } from './post-cache';

/** The accounts that are connected, of every platform. */
export const useSocialAccounts = () =>
  useQuery({ queryKey: socialAccountKeys.all, queryFn: getQueryFn(lazyList('socialAccountSchema')) });

/** What connecting to each platform means in this installation. */
export const useConnections = () =>
  useQuery({ queryKey: connectionKeys.all, queryFn: getQueryFn(lazyList('platformConnectionSchema')) });

/** A publication is looked after so often (ms) while the server cannot tell of it by itself. */
const LOOK_EVERY = 5_000;

/** The posts whose day lies within the span, with what is being saved already shown. */
export function usePosts(span: PostSpan) {
  const queryClient = useQueryClient();
  const connected = useSocketConnected();
  return useQuery({
    queryKey: postKeys.within(span),
    queryFn: async ({ queryKey, signal }: QueryFunctionContext): Promise<SocialPost[]> => {
      const fetched = await apiList(addressOf(queryKey), { schema: lazySchema('socialPostSchema'), signal });
      return keepNewerPosts(queryClient.getQueryData<SocialPost[]>(queryKey), fetched);
    },
    select: postChanges.useShown(queryClient),
    // Every new use reads the list anew: push may have been missed while nobody showed it.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      !connected && state.data?.some(({ isPublishing }) => isPublishing) ? LOOK_EVERY : false,
  });
}

/** Those of the installation first, then the user's own. */
export const useTemplates = () =>
  useQuery({ queryKey: templateKeys.all, queryFn: ({ signal }) => readTemplates(signal) });
const readTemplates = (signal: AbortSignal) =>
  apiList(templateKeys.all[0], { schema: lazySchema('contentTemplateSchema'), signal });

const SANDBOX_POSTS_A_PAGE = 50;

/** What the sandbox has published, the newest first, page by page. */
export const useSandboxPosts = () =>
  useInfiniteQuery({
    queryKey: sandboxPostKeys.all,
    queryFn: ({ signal, pageParam: cursor }) =>
      apiPage(sandboxPostKeys.all[0], {
        schema: lazySchema('sandboxPostSchema'),
        signal,
        cursor,
        limit: SANDBOX_POSTS_A_PAGE,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    staleTime: 0,
  });
