import type { SocialPost, UpdatePostRequest } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { lazySchema } from '../../platform/lazy-schema';
import { tellError, toast } from '../../ui';
import { postChanges, setPostInCache, withPost } from './post-cache';

/** Shown at once, taken back when the server refuses it. @throws what the call failed with */
export const changePost = (queryClient: QueryClient, id: string, changes: UpdatePostRequest): Promise<SocialPost> =>
  postChanges.make(queryClient, {
    apply: (posts) => withPost(posts, id, changes),
    save: () => apiRequest('PATCH', `/api/social/posts/${id}`, changes, { schema: lazySchema('socialPostSchema') }),
    settle: (post) => setPostInCache(queryClient, post),
    inTurn: `posts/${id}`,
  });

/** Rejects never: says by a toast how it went. */
export async function reschedulePost(queryClient: QueryClient, { id }: SocialPost, scheduledAt: Date): Promise<void> {
  try {
    // A missed or failed post that gets another time has nothing left to ask.
    await changePost(queryClient, id, { scheduledAt: scheduledAt.toISOString(), status: 'scheduled' });
    toast({
      title: 'Post Rescheduled',
      description: 'Your post has been rescheduled successfully',
      about: () => document.querySelector(`[data-post="${id}"]`),
    });
  } catch (error) {
    tellError('Reschedule Failed', error, 'Failed to reschedule post. Please try again.');
  }
}

/** It is a draft again, with all its words. */
export async function cancelSchedule(queryClient: QueryClient, { id }: SocialPost): Promise<SocialPost | null> {
  try {
    const post = await changePost(queryClient, id, { scheduledAt: null, status: 'draft' });
    toast({ title: 'Schedule cancelled', description: 'The post is a draft again.' });
    return post;
  } catch (error) {
    tellError('Cancelling failed', error, 'The post is still scheduled. Please try again.');
    return null;
  }
}
