import type { PostStatus, SocialPost } from '@storyreel/contracts';
import { isPublishing, type PostPhase, type PostState } from '../domain/post';

function statusOf({ phase, scheduledAt }: PostState): PostStatus {
  if (phase === 'published') return 'published';
  if (phase === 'failed' || phase === 'unknown') return 'failed';
  return scheduledAt === null ? 'draft' : 'scheduled';
}

const questionOf = (phase: PostPhase): SocialPost['question'] =>
  phase === 'unknown' || phase === 'missed' ? phase : null;

export const presentPost = (id: string, post: PostState): SocialPost => ({
  id,
  title: post.title,
  content: post.content,
  platform: post.platform,
  status: statusOf(post),
  scheduledAt: post.scheduledAt,
  createdAt: post.createdAt,
  updatedAt: post.updatedAt,
  hashtags: post.hashtags,
  mentions: post.mentions,
  visibility: post.visibility,
  socialAccountId: post.socialAccountId,
  projectId: post.projectId,
  sceneId: post.sceneId,
  selectedProjectVideo: post.selectedProjectVideo,
  mediaUrls: post.mediaUrls,
  isPublishing: isPublishing(post),
  question: questionOf(post.phase),
  failure: post.failure,
  publishedAt: post.publishedAt,
  publishedUrl: post.publishedUrl,
});
