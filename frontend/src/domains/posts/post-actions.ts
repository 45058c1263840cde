import type { SocialPost } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { idempotencyKeys, idempotencyHeader } from '../../platform/intentions';
import { lazySchema } from '../../platform/lazy-schema';
import { reasonOf } from '../../platform/reasons';
import { tellFailure, toast } from '../../ui';
import { refreshPosts } from './keys';
import { setPostInCache } from './post-cache';

const TOASTS = {
  duplicate: { done: 'Post duplicated', failed: 'Duplication failed' },
  publish: { done: 'The post is on its way', failed: 'Publishing failed' },
  'mark-published': { done: 'The post counts as published', failed: "Couldn't mark the post as published" },
} as const;

/** Says by a toast how it went, and rejects never. Null when it failed. */
async function act(queryClient: QueryClient, id: string, action: keyof typeof TOASTS): Promise<SocialPost | null> {
  try {
    // Asked again after a lost answer, it is done once.
    const post = await idempotencyKeys.once(`${action}/${id}`, null, (key) =>
      apiRequest('POST', `/api/social/posts/${id}/${action}`, undefined, {
        schema: lazySchema('socialPostSchema'),
        headers: idempotencyHeader(key),
      }),
    );
    void setPostInCache(queryClient, post);
    toast({ title: TOASTS[action].done });
    return post;
  } catch (error) {
    tellFailure(TOASTS[action].failed, reasonOf(error) ?? 'Please try again.');
    void refreshPosts(queryClient);
    return null;
  }
}

/** A draft with the same words. */
export const duplicatePost = (queryClient: QueryClient, { id }: SocialPost) => act(queryClient, id, 'duplicate');
/** Now, whatever its schedule says; also once more, after it failed, was missed or got lost on the way. */
export const publishPost = (queryClient: QueryClient, { id }: SocialPost) => act(queryClient, id, 'publish');
/** Its author has seen it on the platform. */
export const markPublished = (queryClient: QueryClient, { id }: SocialPost) => act(queryClient, id, 'mark-published');
