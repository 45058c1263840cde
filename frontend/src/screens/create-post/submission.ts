import { PLATFORM_PROFILES, type SocialPlatform } from '@storyreel/contracts';
import type { CreatedPosts } from '../../domains/posts/create-posts';
import { ApiError } from '../../platform/api-client';
import { tellFailure, toast } from '../../ui';

/** What became of a post on each of its platforms. */
export interface PostReport {
  created: readonly SocialPlatform[];
  /** Nothing was sent: no account is connected. */
  skipped: readonly SocialPlatform[];
  failed: readonly { platform: SocialPlatform; message: string; isUnsure: boolean }[];
}

const FAILED = 'Failed to create post';
export const nameOf = (platform: SocialPlatform): string => PLATFORM_PROFILES[platform].name;

export const tellSkipped = (platforms: readonly SocialPlatform[]): void =>
  tellFailure(
    'Account Required',
    platforms.map((platform) => `Please connect a ${nameOf(platform)} account first.`).join(' '),
  );

export function reportOf({ created, failed }: CreatedPosts, skipped: readonly SocialPlatform[]): PostReport {
  return {
    created: created.map(({ platform }) => platform),
    skipped,
    failed: failed.map(({ platform, error }) => ({
      platform,
      message: (error instanceof ApiError && error.serverMessage) || FAILED,
      // Without an answer the post may be there all the same.
      isUnsure: !(error instanceof ApiError) || error.status >= 500,
    })),
  };
}

/** The one toast that says most: what went wrong, else what was left out, else that all is well. */
export function tellReport({ skipped, failed }: PostReport): void {
  const [first] = failed;
  if (first) tellFailure('Error', first.message);
  else if (skipped.length > 0) tellSkipped(skipped);
  else toast({ title: 'Post Created', description: 'Your post has been created successfully' });
}

/** The platforms that a post has not reached, in the order in which they were chosen. */
export const leftOver = (chosen: readonly SocialPlatform[], { created }: PostReport): SocialPlatform[] =>
  chosen.filter((platform) => !created.includes(platform));
