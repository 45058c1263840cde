import type { PerformanceQuery, PushMessage, SocialAccount, SocialPlatform, SocialPost } from '@storyreel/contracts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import { createOptimisticChanges } from '../../platform/cache/optimistic';
import { addressOf, getQueryFn } from '../../platform/cache/query-client';
import { apiList, apiPage } from '../../platform/http/api-client';
import { lazyList, lazySchema } from '../../platform/lazy/lazy-schema';
import { useSocketConnected } from '../../platform/realtime/socket-status';
import { refreshProjectPosts } from '../projects/api';

/** A time span between two ISO instants; `from` is inclusive, `to` is exclusive. */
export interface PostSpan {
  from: string;
  to: string;
}

const socialAccountKeys = { all: ['/api/social/accounts'] as const };
const connectionKeys = { all: ['/api/social/connections'] as const };
const postKeys = {
  all: ['/api/social/posts'] as const,
  within: (span: PostSpan) => ['/api/social/posts', span] as const,
};
const performanceKeys = {
  all: ['/api/credits/performance'] as const,
  by: (by: PerformanceQuery['by']) => ['/api/credits/performance', { by }] as const,
};
const sandboxPostKeys = { all: ['/api/social/sandbox-posts'] as const };
const templateKeys = { all: ['/api/content-templates'] as const };

/**
 * Refetches posts and everything derived from them: the sandbox's publications, the performance figures and the
 * projects' dots.
 */
export async function refreshPosts(queryClient: QueryClient): Promise<void> {
  const lists = [postKeys.all, sandboxPostKeys.all, performanceKeys.all].map((queryKey) =>
    queryClient.invalidateQueries({ queryKey }),
  );
  await Promise.all([...lists, refreshProjectPosts(queryClient)]);
}
export const refreshSocialAccounts = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: socialAccountKeys.all });
export const refreshTemplates = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: templateKeys.all });

/** Optimistic changes to the lists of posts that the server has not confirmed yet. */
export const postChanges = createOptimisticChanges<SocialPost[]>();

const newerOf = (ours: SocialPost | undefined, read: SocialPost): SocialPost =>
  ours && ours.updatedAt > read.updatedAt ? ours : read;

/** Merges a fetch into cached posts: a fetch that overlapped with a newer response must not restore the older state. */
function keepNewerPosts(cached: readonly SocialPost[] | undefined, fetched: readonly SocialPost[]): SocialPost[] {
  const known = new Map(cached?.map((post) => [post.id, post]));
  return fetched.map((post) => newerOf(known.get(post.id), post));
}

export const withPost = (posts: readonly SocialPost[], id: string, change: Partial<SocialPost>): SocialPost[] =>
  posts.map((post) => (post.id === id ? { ...post, ...change } : post));
export const withoutPost = (posts: readonly SocialPost[], id: string): SocialPost[] =>
  posts.filter((post) => post.id !== id);

const inEveryList = (queryClient: QueryClient, change: (posts: readonly SocialPost[]) => SocialPost[]): void => {
  queryClient.setQueriesData<SocialPost[]>({ queryKey: postKeys.all }, (posts) => posts && change(posts));
};

/** Replaces the post in every cached list, and refetches the lists, since the post may now belong into others. */
export function setPostInCache(queryClient: QueryClient, post: SocialPost): Promise<void> {
  inEveryList(queryClient, (posts) => posts.map((ours) => (ours.id === post.id ? newerOf(ours, post) : ours)));
  return refreshPosts(queryClient);
}

export function removePostFromCache(queryClient: QueryClient, id: string): Promise<void> {
  inEveryList(queryClient, (posts) => withoutPost(posts, id));
  return refreshPosts(queryClient);
}

/** Reads the connected accounts on all platforms. */
export const useSocialAccounts = () =>
  useQuery({ queryKey: socialAccountKeys.all, queryFn: getQueryFn(lazyList('socialAccountSchema')) });

/** Reads how each platform can be connected in this installation. */
export const useConnections = () =>
  useQuery({ queryKey: connectionKeys.all, queryFn: getQueryFn(lazyList('platformConnectionSchema')) });

/** Milliseconds between polls of a post that is being published, while the socket is down. */
const LOOK_EVERY = 5_000;

/** Returns the posts of the days in a time span, including optimistic changes. */
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
    // Refetched on every mount, because pushes may have been missed in between.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      !connected && state.data?.some(({ isPublishing }) => isPublishing) ? LOOK_EVERY : false,
  });
}

/** Reads the templates: the installation's first, then the user's own. */
export const useTemplates = () =>
  useQuery({ queryKey: templateKeys.all, queryFn: ({ signal }) => readTemplates(signal) });
const readTemplates = (signal: AbortSignal) =>
  apiList(templateKeys.all[0], { schema: lazySchema('contentTemplateSchema'), signal });

/** Reads what the views of the user's posts have cost. Refetched on every mount, since other screens spend zaps. */
export const usePerformance = (by: PerformanceQuery['by']) =>
  useQuery({ queryKey: performanceKeys.by(by), queryFn: getQueryFn(lazyList('performanceRowSchema')), staleTime: 0 });

const SANDBOX_POSTS_A_PAGE = 50;

/** Reads the sandbox's publications page by page, newest first. */
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

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'postsChanged') void refreshPosts(queryClient);
  if (message.type === 'socialAccountsChanged') void refreshSocialAccounts(queryClient);
  if (message.type === 'templatesChanged') void refreshTemplates(queryClient);
}

/** Returns the account that posts on a platform; null if no connected account is still authorised. */
export const accountOn = (platform: SocialPlatform, accounts: readonly SocialAccount[]): SocialAccount | null =>
  accounts.find((account) => account.platform === platform && account.isActive) ?? null;
