import {
  createPostRequestSchema,
  lengthOf,
  PLATFORM_PROFILES,
  postLimits,
  SOCIAL_PLATFORMS,
  textRefusals,
} from '@storyreel/contracts';
import type { SocialAccount, SocialPlatform } from '@storyreel/contracts';
import { z } from 'zod';
import { accountOn } from '../api';
import { scheduledAt, scheduleProblem } from './composer-draft';
import type { PostDraft, ProjectLink } from './composer-draft';
import { isImage, mediaFor } from './submission';

type Platforms = readonly SocialPlatform[];

export const togglePlatform = (chosen: Platforms, platform: SocialPlatform): SocialPlatform[] =>
  chosen.includes(platform) ? chosen.filter((other) => other !== platform) : [...chosen, platform];

interface FormAccount {
  platform: SocialPlatform | null;
  account: SocialAccount | null;
}

/**
 * Returns the account and the platform of the form: those of the first chosen platform that has an account. If none has
 * one, returns the first chosen platform without an account; if no platform is chosen, returns neither.
 */
export function formAccount(chosen: Platforms, accounts: readonly SocialAccount[]): FormAccount {
  const [first = null] = chosen;
  const connected = chosen.find((platform) => accountOn(platform, accounts) !== null);
  return connected
    ? { platform: connected, account: accountOn(connected, accounts) }
    : { platform: first, account: null };
}

const fields = createPostRequestSchema.shape;

/** Validation of the composer's fields before anything is sent. */
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

/** Returns the text's length and the strictest limit of the chosen platforms, in Unicode code points. */
export function contentLength(content: string, platforms: readonly SocialPlatform[]) {
  const { characters: limit } = postLimits(platforms);
  const length = lengthOf(content);
  return { length, limit, isTooLong: length > limit };
}

/** Returns the problem with the number of hashtags; null when every chosen platform accepts it. */
export function hashtagProblem({ hashtags, platforms }: Pick<PostDraft, 'hashtags' | 'platforms'>): string | null {
  const { hashtags: limit } = postLimits(platforms);
  return hashtags.length > limit ? `At most ${limit} hashtags fit all selected platforms.` : null;
}

/** Lists fields that are missing or invalid; empty when the post can be sent. */
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
  for (const { field, message } of draft.platforms.flatMap((each) => textRefusals(PLATFORM_PROFILES[each], draft)))
    problems[field] ??= message;
  const schedule = scheduleProblem(draft, now);
  if (schedule) problems.schedule = schedule;
  return problems;
}

/** Lists why the chosen platforms would refuse the post. The sandbox accepts every post. */
export function platformNotes(
  draft: Pick<PostDraft, 'visibility' | 'media' | 'platforms'>,
  { video }: Pick<ProjectLink, 'video'>,
  accounts: readonly SocialAccount[],
): string[] {
  return draft.platforms.flatMap((platform) => {
    if (accountOn(platform, accounts)?.kind !== 'oauth') return [];
    const taken = mediaFor(platform, draft.media);
    const hasVideo = video !== null || taken.some((file) => !isImage(file));
    const carried = { files: taken.length + (video ? 1 : 0), hasVideo };
    return PLATFORM_PROFILES[platform].refusals(draft, carried).filter((note) => note !== false);
  });
}
