import type { SocialPost } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { lazySchema } from '../../platform/lazy-schema';
import { tellError, tellRestored, toast } from '../../ui';
import { postChanges, removePostFromCache, setPostInCache, withoutPost } from './post-cache';

const restorePost = (queryClient: QueryClient, id: string): Promise<void> =>
  tellRestored('post', async () => {
    const post = await apiRequest(
      'POST',
      '/api/social/posts/restore',
      { id },
      { schema: lazySchema('socialPostSchema') },
    );
    void setPostInCache(queryClient, post);
    return { title: 'Post restored' };
  });

/** It is gone at once, and can be brought back. Rejects never. */
export async function deletePost(queryClient: QueryClient, { id }: SocialPost): Promise<void> {
  try {
    await postChanges.make(queryClient, {
      apply: (posts) => withoutPost(posts, id),
      save: () => apiRequest('DELETE', `/api/social/posts/${id}`),
      settle: () => removePostFromCache(queryClient, id),
      inTurn: `posts/${id}`,
    });
    toast({ title: 'Post deleted', undo: () => restorePost(queryClient, id) });
  } catch (error) {
    tellError('Deletion failed', error, 'Failed to delete post. Please try again.');
  }
}
