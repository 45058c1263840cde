import type { CreatePostRequest, SocialPlatform, SocialPost } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { idempotencyKeys, idempotencyHeader } from '../../platform/intentions';
import { lazySchema } from '../../platform/lazy-schema';
import { refreshPosts } from './keys';

export interface CreatedPosts {
  created: SocialPost[];
  /** What each platform's request failed with. */
  failed: { platform: SocialPlatform; error: unknown }[];
}

/** Made again after a lost answer, with the same words, it is the same post. */
const createPost = (post: CreatePostRequest): Promise<SocialPost> =>
  idempotencyKeys.once(`post/${post.platform}`, post, (key) =>
    apiRequest('POST', '/api/social/posts', post, { schema: lazySchema('socialPostSchema'), headers: idempotencyHeader(key) }),
  );

/** One post for each platform, side by side. Rejects never: it says what became of each, in the order of the posts. */
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
  // Also after a failure: the answer may have been all that was lost.
  void refreshPosts(queryClient);
  return result;
}
