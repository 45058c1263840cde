import {
  createPostRequestSchema,
  lengthOf,
  postLimits,
  SOCIAL_PLATFORMS,
  type SocialPlatform,
} from '@storyreel/contracts';
import { z } from 'zod';
import type { FormAccount } from './platform-choice';
import type { PostDraft } from './post-draft';
import { scheduledAt, scheduleProblem } from './schedule';

const fields = createPostRequestSchema.shape;

/** What the composer asks for before it sends anything. */
export const postFormSchema = z.object({
  title: fields.title,
  content: fields.content,
  platform: z.enum(SOCIAL_PLATFORMS, 'Platform is required'),
  socialAccountId: z.string('Account is required').min(1, 'Account is required'),
  hashtags: fields.hashtags,
  mentions: fields.mentions,
  visibility: fields.visibility,
  scheduledAt: z.date().optional(),
  projectId: z.string().optional(),
  sceneId: z.string().optional(),
});

export type ProblemField = 'title' | 'content' | 'platform' | 'socialAccountId' | 'hashtags' | 'mentions' | 'schedule';
export type PostProblems = Partial<Record<ProblemField, string>>;

const FIELDS: readonly ProblemField[] = ['title', 'content', 'platform', 'socialAccountId', 'hashtags', 'mentions'];

/** How long a text may be that is to fit every chosen platform, and how long it is; in Unicode code points. */
export function contentLength(content: string, platforms: readonly SocialPlatform[]) {
  const { characters: limit } = postLimits(platforms);
  const length = lengthOf(content);
  return { length, limit, isTooLong: length > limit };
}

/** Null while all chosen platforms take as many hashtags. */
export function hashtagProblem({ hashtags, platforms }: Pick<PostDraft, 'hashtags' | 'platforms'>): string | null {
  const { hashtags: limit } = postLimits(platforms);
  return hashtags.length > limit ? `At most ${limit} hashtags fit all selected platforms.` : null;
}

/** What is missing or wrong, by field; empty when the post can go. */
export function postProblems(draft: PostDraft, { platform, account }: FormAccount, now: Date): PostProblems {
  const problems: PostProblems = {};
  const parsed = postFormSchema.safeParse({
    title: draft.title,
    content: draft.content,
    platform: platform ?? undefined,
    socialAccountId: account?.id,
    hashtags: draft.hashtags,
    mentions: draft.mentions,
    visibility: draft.visibility,
    scheduledAt: scheduledAt(draft) ?? undefined,
    projectId: draft.projectId || undefined,
    sceneId: draft.sceneId || undefined,
  });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = FIELDS.find((known) => known === path[0]);
    if (field) problems[field] ??= message;
  }
  const tooMany = hashtagProblem(draft);
  if (tooMany) problems.hashtags ??= tooMany;
  const schedule = scheduleProblem(draft, now);
  if (schedule) problems.schedule = schedule;
  return problems;
}
