import { lengthOf, type SocialAccount, type SocialPlatform } from '@storyreel/contracts';
import { accountOn } from '../../domains/posts/account-on';
import type { PostDraft } from './post-draft';
import { isImage, mediaFor } from './post-requests';
import type { ProjectLink } from './project-link';

/** What YouTube takes as a title, in characters. */
const YOUTUBE_TITLE = 100;
/** What Instagram takes in one post. */
const CAROUSEL = 10;

type Post = Pick<PostDraft, 'title' | 'visibility' | 'media'>;

interface Carried {
  files: number;
  hasVideo: boolean;
}

const NOTES: Record<SocialPlatform, (post: Post, carried: Carried) => (string | false)[]> = {
  youtube: ({ title }, { hasVideo }) => [
    !hasVideo && 'YouTube posts need a video. Add one to the post.',
    lengthOf(title) > YOUTUBE_TITLE && `YouTube takes titles of at most ${YOUTUBE_TITLE} characters.`,
  ],
  instagram: ({ visibility }, { files }) => [
    files === 0 && 'Instagram posts need a video or an image. Add one to the post.',
    files > CAROUSEL && `Instagram takes at most ${CAROUSEL} files in a post.`,
    visibility !== 'public' && 'Instagram posts are always public. Choose the visibility Public.',
  ],
  tiktok: ({ visibility }, { hasVideo }) => [
    !hasVideo && 'TikTok takes videos: add one to the post.',
    visibility === 'unlisted' && 'TikTok has no unlisted videos: choose another visibility.',
  ],
};

/** What chosen platforms would refuse of the post once they are asked to publish it. The sandbox takes everything. */
export function platformNotes(
  draft: Post & Pick<PostDraft, 'platforms'>,
  { video }: Pick<ProjectLink, 'video'>,
  accounts: readonly SocialAccount[],
): string[] {
  return draft.platforms.flatMap((platform) => {
    if (accountOn(platform, accounts)?.kind !== 'oauth') return [];
    const taken = mediaFor(platform, draft.media);
    const hasVideo = video !== null || taken.some((file) => !isImage(file));
    const notes = NOTES[platform](draft, { files: taken.length + (video ? 1 : 0), hasVideo });
    return notes.filter((note) => note !== false);
  });
}
