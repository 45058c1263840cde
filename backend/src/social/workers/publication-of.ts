import type { Publication } from '../../providers/social/social-publisher';
import type { PostState } from '../domain/post';
import type { SocialAccountState } from '../domain/social-accounts';
import type { PublicationJob } from './publication-repository';

/** What a publisher is given: the post as it is, under the publication's id, which is the same for every try. */
export function publicationOf(
  { postId, publicationId: key }: Pick<PublicationJob, 'postId' | 'publicationId'>,
  post: PostState,
  { id, accountId, accountName }: SocialAccountState,
): Publication {
  const { ownerId, platform, title, content, hashtags, mentions, visibility, selectedProjectVideo } = post;
  const film = selectedProjectVideo ? [selectedProjectVideo.videoUrl] : [];
  const mediaUrls = [...new Set([...film, ...post.mediaUrls])];
  const account = { id, accountId, accountName };
  return { key, postId, ownerId, platform, account, title, content, hashtags, mentions, visibility, mediaUrls };
}
