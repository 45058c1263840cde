import { PLATFORM_PROFILES, writtenWords } from '@storyreel/contracts';
import type { CreatePostRequest, Project, SocialPlatform, SocialPost, UpdatePostRequest } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import { postOnce } from '../../platform/http/idempotency-keys';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { dateFormat } from '../../platform/time/written-dates';
import { tellError, tellFailure, tellRestored, toast } from '../../ui';
import type { Undo } from '../../ui/toast-store';
import { refreshBalance } from '../zaps/api';
import { postChanges, refreshPosts, removePostFromCache, setPostInCache, withoutPost, withPost } from './api';

export interface CreatedPosts {
  created: SocialPost[];
  /** The failed platforms, each with its error. */
  failed: { platform: SocialPlatform; error: unknown }[];
}

/** Creates a post; a retry with the same content after a lost response does not create a second post. */
const createPost = (post: CreatePostRequest): Promise<SocialPost> =>
  postOnce(`post/${post.platform}`, '/api/social/posts', post, { schema: lazySchema('socialPostSchema') });

/** Creates one post per platform in parallel. Never rejects; returns the outcomes in the order of the posts. */
export async function createPosts(
  queryClient: QueryClient,
  posts: readonly CreatePostRequest[],
): Promise<CreatedPosts> {
  const result: CreatedPosts = { created: [], failed: [] };
  const outcomes = await Promise.all(
    posts.map((post) =>
      createPost(post).then(
        (made) => ({ made }),
        (error: unknown) => ({ platform: post.platform, error }),
      ),
    ),
  );
  for (const outcome of outcomes) {
    if ('made' in outcome) result.created.push(outcome.made);
    else result.failed.push(outcome);
  }
  // Also refetched after a failure, since perhaps only the response was lost.
  void refreshPosts(queryClient);
  return result;
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const moment = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
});

/** Says where and when new posts are published; the time is the same for all of them. */
function outlookOf(posts: readonly SocialPost[]): string {
  const where = list.format(posts.map(({ platform }) => PLATFORM_PROFILES[platform].name));
  const [first] = posts;
  if (first?.isPublishing) return `It is being published on ${where} now.`;
  if (!first?.scheduledAt) return `It waits as a draft for ${where}.`;
  return `It goes out on ${where}: ${moment(first.scheduledAt)}.`;
}

/**
 * Announces new posts with their platforms and time. Offers undo, unless a platform may already be receiving a post.
 * @param toCalendar opens the calendar with the posts; absent when the calendar is on screen
 */
export function tellCreated(queryClient: QueryClient, posts: readonly SocialPost[], toCalendar?: () => void): void {
  const isOnItsWay = posts.some(({ isPublishing }) => isPublishing);
  toast({
    title: 'Post Created',
    description: 'Your post has been created successfully',
    ...(posts.length > 0 && { details: outlookOf(posts) }),
    ...(toCalendar && { link: { label: 'See It in the Calendar', onClick: toCalendar } }),
    ...(!isOnItsWay &&
      posts.length > 0 && { undo: () => Promise.all(posts.map((post) => deletePost(queryClient, post))) }),
  });
}

/**
 * Changes a post. The change is shown at once, and reverted if the server refuses it.
 * @throws the request's error
 */
export const changePost = (queryClient: QueryClient, id: string, changes: UpdatePostRequest): Promise<SocialPost> =>
  postChanges.make(queryClient, {
    apply: (posts) => withPost(posts, id, changes),
    save: () => apiRequest('PATCH', `/api/social/posts/${id}`, changes, { schema: lazySchema('socialPostSchema') }),
    settle: (post) => setPostInCache(queryClient, post),
    inTurn: `posts/${id}`,
  });

/**
 * Reschedules a post. Never rejects; the outcome is shown as a toast.
 * @param note a remark about the new time
 */
export async function reschedulePost(
  queryClient: QueryClient,
  { id }: SocialPost,
  scheduledAt: Date,
  note: string | null,
): Promise<void> {
  try {
    // Setting a new time also answers the open question of a missed or failed post.
    await changePost(queryClient, id, { scheduledAt: scheduledAt.toISOString(), status: 'scheduled' });
    toast({
      title: 'Post Rescheduled',
      description: 'Your post has been rescheduled successfully',
      ...(note !== null && { details: note }),
      about: () => document.querySelector(`[data-post="${id}"]`),
    });
  } catch (error) {
    tellError('Reschedule Failed', error, 'Failed to reschedule post. Please try again.');
  }
}

/** Turns the post into a draft again, with all of its text. */
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

/** Deletes a post and offers to undo that; the post disappears at once. Never rejects. */
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

const TOASTS = {
  duplicate: { done: 'Post duplicated', failed: 'Duplication failed' },
  publish: { done: 'The post is on its way', failed: 'Publishing failed' },
  'mark-published': { done: 'Marked as published', failed: "Couldn't mark it as published" },
} as const;

/** Performs the action and shows the outcome as a toast. Never rejects; resolves to null on failure. */
async function act(queryClient: QueryClient, id: string, action: keyof typeof TOASTS): Promise<SocialPost | null> {
  try {
    // A retry after a lost response does not perform the action again.
    const post = await postOnce(`${action}/${id}`, `/api/social/posts/${id}/${action}`, undefined, {
      schema: lazySchema('socialPostSchema'),
    });
    void setPostInCache(queryClient, post);
    toast({ title: TOASTS[action].done });
    return post;
  } catch (error) {
    tellFailure(TOASTS[action].failed, reasonOf(error) ?? 'Please try again.');
    void refreshPosts(queryClient);
    return null;
  }
}

/** Creates a draft with the same text as the post. */
export const duplicatePost = (queryClient: QueryClient, { id }: SocialPost) => act(queryClient, id, 'duplicate');
/**
 * Publishes a post now, whatever its schedule. Also retries a post that failed, was missed, or has an unknown outcome.
 */
export const publishPost = (queryClient: QueryClient, { id }: SocialPost) => act(queryClient, id, 'publish');
/** Records that the author has seen the post on the platform. */
export const markPublished = (queryClient: QueryClient, { id }: SocialPost) => act(queryClient, id, 'mark-published');

export interface DescriptionWanted {
  title: string;
  platforms: SocialPlatform[];
  project: Pick<Project, 'title' | 'description' | 'story' | 'language'> | null;
}

/**
 * Generates a post's text. Never rejects; the outcome is shown as a toast.
 * @param put stores the text; returns an undo function if it replaced another text
 */
export async function describePost(
  queryClient: QueryClient,
  { title, platforms, project }: DescriptionWanted,
  put: (text: string) => Undo | undefined,
): Promise<void> {
  if (title.trim() === '' || platforms.length === 0) {
    return tellFailure(
      'Missing Information',
      'Please enter a title and select platforms before generating description',
    );
  }
  const body = {
    title,
    platforms,
    projectContext: project && {
      ...writtenWords(project),
      story: project.story,
      ...(project.language !== null && { language: project.language }),
    },
  };
  try {
    const text = await postOnce('describe-post', '/api/ai/generate-description', body, {
      schema: lazySchema('writtenDescriptionSchema'),
    });
    const undo = put(text);
    toast({ title: 'Description Generated', description: 'AI-powered description has been created', undo });
  } catch (error) {
    tellError('Generation Failed', error, 'Failed to generate description. Please try again.');
  } finally {
    void refreshBalance(queryClient);
  }
}
