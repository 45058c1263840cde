import { PLATFORM_PROFILES, type CreatePostRequest, type SocialPlatform } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { createPosts } from '../../domains/posts/create-posts';
import { tellError, toast } from '../../ui';

/** Says by a toast how it went; returns the platforms whose posts are still to be made. */
export async function submitPosts(
  queryClient: QueryClient,
  posts: readonly CreatePostRequest[],
): Promise<SocialPlatform[]> {
  const { failed } = await createPosts(queryClient, posts);
  const [first] = failed;
  if (first) tellError('Creation Failed', first.error, 'Failed to create post. Please try again.');
  else toast({ title: 'Post Created', description: 'Your post has been created successfully' });
  return failed.map(({ platform }) => platform);
}

const list = new Intl.ListFormat('en');
export const namesOf = (platforms: readonly SocialPlatform[]): string =>
  list.format(platforms.map((platform) => PLATFORM_PROFILES[platform].name));
