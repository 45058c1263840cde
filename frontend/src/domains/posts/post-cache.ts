import type { SocialPost } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { createOptimisticChanges } from '../../platform/optimistic';
import { postKeys, refreshPosts } from './keys';

/** What the user has changed in the lists of posts and the server has not answered yet. */
export const postChanges = createOptimisticChanges<SocialPost[]>();

const newerOf = (ours: SocialPost | undefined, read: SocialPost): SocialPost =>
  ours && ours.updatedAt > read.updatedAt ? ours : read;

/** A read that was under way while a newer answer came in must not bring an older state back. */
export function keepNewerPosts(
  cached: readonly SocialPost[] | undefined,
  fetched: readonly SocialPost[],
): SocialPost[] {
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

/** Puts what the server has answered with where the post is shown; lists that it comes into are read anew. */
export function setPostInCache(queryClient: QueryClient, post: SocialPost): Promise<void> {
  inEveryList(queryClient, (posts) => posts.map((ours) => (ours.id === post.id ? newerOf(ours, post) : ours)));
  return refreshPosts(queryClient);
}

export function removePostFromCache(queryClient: QueryClient, id: string): Promise<void> {
  inEveryList(queryClient, (posts) => withoutPost(posts, id));
  return refreshPosts(queryClient);
}
