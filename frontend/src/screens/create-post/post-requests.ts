import {
  PLATFORM_PROFILES,
  type CreatePostRequest,
  type SocialAccount,
  type SocialPlatform,
} from '@storyreel/contracts';
import { accountOn } from '../../domains/posts/account-on';
import { asProjectVideo } from '../../domains/posts/selectable-videos';
import type { AttachedFile, PostDraft } from './post-draft';
import type { ProjectLink } from './project-link';
import { scheduledAt } from './schedule';

export interface PostRequests {
  requests: CreatePostRequest[];
  /** Platforms that no account is connected to. */
  skipped: SocialPlatform[];
}

export const isImage = ({ type }: Pick<AttachedFile, 'type'>): boolean => type.startsWith('image/');

/** The files of a post that a platform takes. */
export const mediaFor = (platform: SocialPlatform, media: readonly AttachedFile[]): AttachedFile[] =>
  media.filter((file) => (isImage(file) ? PLATFORM_PROFILES[platform].takesImages : true));

/** One post for each chosen platform, for its own account. */
export function postRequests(
  draft: PostDraft,
  accounts: readonly SocialAccount[],
  { project, scene, video }: Pick<ProjectLink, 'project' | 'scene' | 'video'>,
): PostRequests {
  const at = scheduledAt(draft);
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
      ...(at ? { scheduledAt: at.toISOString() } : { publishNow: true }),
    });
  }
  return { requests, skipped };
}
