import { PLATFORM_PROFILES } from '@storyreel/contracts';
import type { CreatePostRequest, SocialAccount, SocialPlatform } from '@storyreel/contracts';
import { ApiError } from '../../../platform/http/api-client';
import { refusalOf } from '../../../platform/http/failures';
import { tellError, tellFailure } from '../../../ui';
import { accountOn } from '../api';
import type { CreatedPosts } from '../post-commands';
import { asProjectVideo } from '../selectable-videos';
import { asksForChoices, tiktokSettingsOf } from '../tiktok/tiktok-choices';
import { scheduledAt } from './composer-draft';
import type { AttachedFile, ComposerLayout, PostDraft, ProjectLink } from './composer-draft';

/** Outcome of a post on each platform. */
export interface PostReport {
  created: readonly SocialPlatform[];
  /** Platforms to which nothing was sent because no account is connected. */
  skipped: readonly SocialPlatform[];
  failed: readonly { platform: SocialPlatform; error: unknown; message: string; isUnsure: boolean }[];
}

/** Titles of failures, and texts for failures without a reason from the server. */
const FAILURES: Record<ComposerLayout, { title: string; words: string }> = {
  compact: { title: 'Creation Failed', words: 'Failed to create post. Please try again.' },
  full: { title: 'Error', words: 'Failed to create post' },
};
export const nameOf = (platform: SocialPlatform): string => PLATFORM_PROFILES[platform].name;

export const notifyOfSkipped = (platforms: readonly SocialPlatform[]): void =>
  tellFailure(
    'Account Required',
    platforms.map((platform) => `Please connect a ${nameOf(platform)} account first.`).join(' '),
  );

export function reportOf(
  { created, failed }: CreatedPosts,
  skipped: readonly SocialPlatform[],
  layout: ComposerLayout,
): PostReport {
  return {
    created: created.map(({ platform }) => platform),
    skipped,
    failed: failed.map(({ platform, error }) => ({
      platform,
      error,
      message: refusalOf(error) ?? FAILURES[layout].words,
      // Without a response, the post may have been created nevertheless.
      isUnsure: !(error instanceof ApiError) || error.status >= 500,
    })),
  };
}

/** Shows only the most important toast: an error, or else skipped platforms, or else success. */
export function notifyOfReport({ skipped, failed }: PostReport, layout: ComposerLayout, tellSuccess: () => void): void {
  const [first] = failed;
  if (first) tellError(FAILURES[layout].title, first.error, FAILURES[layout].words);
  else if (skipped.length > 0) notifyOfSkipped(skipped);
  else tellSuccess();
}

/** Returns the platforms that the post has not reached, in the order in which they were chosen. */
export const leftOver = (chosen: readonly SocialPlatform[], { created }: PostReport): SocialPlatform[] =>
  chosen.filter((platform) => !created.includes(platform));

export interface PostRequests {
  requests: CreatePostRequest[];
  /** Platforms without a connected account. */
  skipped: SocialPlatform[];
}

export const isImage = ({ type }: Pick<AttachedFile, 'type'>): boolean => type.startsWith('image/');

/** Returns the post's files that a platform accepts. */
export const mediaFor = (platform: SocialPlatform, media: readonly AttachedFile[]): AttachedFile[] =>
  media.filter((file) => (isImage(file) ? PLATFORM_PROFILES[platform].takesImages : true));

/** Builds one post for the account of each chosen platform. */
export function postRequests(
  draft: PostDraft,
  accounts: readonly SocialAccount[],
  { project, scene, video }: Pick<ProjectLink, 'project' | 'scene' | 'video'>,
  /** What to do with a post that has no scheduled time. */
  otherwise: 'published' | 'draft' = 'published',
): PostRequests {
  const at = scheduledAt(draft);
  const plan = at
    ? ({ status: 'scheduled', scheduledAt: at.toISOString() } as const)
    : otherwise === 'draft'
      ? ({ status: 'draft', scheduledAt: null } as const)
      : { publishNow: true };
  const requests: CreatePostRequest[] = [];
  const skipped: SocialPlatform[] = [];
  for (const platform of draft.platforms) {
    const account = accountOn(platform, accounts);
    if (!account) {
      skipped.push(platform);
      continue;
    }
    requests.push({
      title: draft.title.trim(),
      content: draft.content.trim(),
      platform,
      socialAccountId: account.id,
      hashtags: draft.hashtags,
      mentions: draft.mentions,
      visibility: draft.visibility,
      projectId: project?.id ?? null,
      sceneId: scene?.id ?? null,
      selectedProjectVideo: video && asProjectVideo(video),
      mediaUrls: mediaFor(platform, draft.media).map(({ url }) => url),
      ...(platform === 'instagram' && draft.imageFit === 'crop' && { imageFit: draft.imageFit }),
      ...(asksForChoices(account) && { tiktok: tiktokSettingsOf(draft.tiktok) }),
      ...plan,
    });
  }
  return { requests, skipped };
}
