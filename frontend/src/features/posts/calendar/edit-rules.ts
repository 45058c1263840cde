import { LIMITS, PLATFORM_PROFILES, postLimits, SOCIAL_PLATFORMS, textRefusals } from '@storyreel/contracts';
import type { CreatePostRequest, SocialAccount, SocialPlatform, TextRefusal } from '@storyreel/contracts';
import { z } from 'zod';
import { keptDraftReader } from '../../platform/autosave/useKeptForm';
import { instantOf } from '../../platform/time/zoned-time';
import { characters, fitsLimit } from '../../ui';
import type { TextLimit } from '../../ui';
import { accountOn } from './api';
import { DEFAULT_TIME } from './post-days';
import { asProjectVideo } from './selectable-videos';
import type { SelectableVideo } from './selectable-videos';
import { tagsIn } from './tags';
import { asksForChoices, NO_TIKTOK_CHOICES, tiktokDraftSchema, tiktokSettingsOf } from './tiktok/tiktok-choices';

/** Selects the project's first video until another, or none, is chosen. */
export const FIRST_VIDEO = 'first';
export const NO_VIDEO = 'none';

const draftSchema = z.object({
  title: z.string(),
  content: z.string(),
  /** Separated by spaces. */
  hashtags: z.string(),
  platforms: z.enum(SOCIAL_PLATFORMS).array(),
  /** 'none' or an id. */
  projectId: z.string(),
  /** FIRST_VIDEO, NO_VIDEO or an id. */
  video: z.string(),
  /** '' while the post is not scheduled. */
  day: z.string(),
  time: z.string(),
  /** Drafts kept before TikTok asked for choices have none. */
  tiktok: tiktokDraftSchema.default(NO_TIKTOK_CHOICES),
});
/** The card's field values. */
export type PostDraft = z.infer<typeof draftSchema>;

export const NO_PROJECT = 'none';

export const emptyDraft = (currentProjectId: string | null): PostDraft => ({
  title: '',
  content: '',
  hashtags: '',
  platforms: [],
  projectId: currentProjectId ?? NO_PROJECT,
  video: FIRST_VIDEO,
  day: '',
  time: DEFAULT_TIME,
  tiktok: NO_TIKTOK_CHOICES,
});

/**
 * Serializes a draft for storage in the browser. Leaves out the project and its video, which the user did not write.
 */
export const textOf = ({ title, content, hashtags, platforms, day, time, tiktok }: PostDraft): string =>
  JSON.stringify({ title, content, hashtags, platforms, day, time, tiktok });

const keptSchema = draftSchema.omit({ projectId: true, video: true });
export const keptDraftFrom = keptDraftReader(keptSchema);

export const excerptOf = ({ title, content }: Pick<PostDraft, 'title' | 'content'>): string =>
  [title.trim(), content.trim()].filter(Boolean).join(' · ');

/** Returns the video that the post carries; null for none. */
export function chosenVideo({ video }: PostDraft, videos: readonly SelectableVideo[]): SelectableVideo | null {
  if (video === NO_VIDEO) return null;
  return (video === FIRST_VIDEO ? videos[0] : videos.find(({ id }) => id === video)) ?? null;
}

export interface DraftFaults {
  title?: string;
  content?: string;
  platforms?: string;
  schedule?: string;
}

export const scheduleOf = ({ day, time }: Pick<PostDraft, 'day' | 'time'>, zone: string): Date | null =>
  day === '' ? null : instantOf(day, time === '' ? DEFAULT_TIME : time, zone);

/** Errors in the text that every post needs. */
export const wordFaults = ({ title, content }: Pick<PostDraft, 'title' | 'content'>): DraftFaults => ({
  ...(title.trim() === '' && { title: 'Title is required' }),
  ...(content.trim() === '' && { content: 'Content is required' }),
});

export const scheduleFaults = (due: Date | null, now: Date): DraftFaults =>
  due !== null && due <= now ? { schedule: 'That time has passed. Choose a later one.' } : {};

/** Errors that keep the draft from becoming a post. */
export const faultsOf = (draft: PostDraft, now: Date, zone: string): DraftFaults => ({
  ...wordFaults(draft),
  ...(draft.platforms.length === 0 && { platforms: 'Select at least one platform' }),
  ...scheduleFaults(scheduleOf(draft, zone), now),
});

/** Builds one post per chosen platform that has an active account; skips the others. */
export function requestsOf(
  draft: PostDraft,
  accounts: readonly SocialAccount[],
  video: SelectableVideo | null,
  zone: string,
): CreatePostRequest[] {
  const due = scheduleOf(draft, zone);
  return draft.platforms.flatMap((platform) => {
    const account = accountOn(platform, accounts);
    if (!account) return [];
    return {
      title: draft.title.trim(),
      content: draft.content.trim(),
      platform,
      status: due ? 'scheduled' : 'draft',
      scheduledAt: due?.toISOString() ?? null,
      hashtags: tagsIn(draft.hashtags),
      visibility: 'public',
      socialAccountId: account.id,
      projectId: draft.projectId === NO_PROJECT ? null : draft.projectId,
      selectedProjectVideo: video && asProjectVideo(video),
      ...(asksForChoices(account) && { tiktok: tiktokSettingsOf(draft.tiktok) }),
    };
  });
}

export interface PostWords {
  title: string;
  content: string;
  /** Separated by spaces. */
  hashtags: string;
}

export const TITLE_LIMIT = characters(LIMITS.postTitle);

export interface WordLimits {
  content: TextLimit;
  hashtags: number;
  tooManyTags: boolean;
  /** Sentences about words that fit the limits above, and that one of the platforms would refuse all the same. */
  refused: Partial<Record<TextRefusal['field'], string>>;
  /** All limits are met. The fields show which are not. */
  met: boolean;
}

/** Combines the platforms' text limits, and checks the text against them. */
export function wordLimits({ title, content, hashtags }: PostWords, platforms: readonly SocialPlatform[]): WordLimits {
  const limits = postLimits(platforms);
  const contentLimit = characters(limits.characters);
  const tooManyTags = tagsIn(hashtags).length > limits.hashtags;
  const fits = fitsLimit(title, TITLE_LIMIT) && fitsLimit(content, contentLimit) && !tooManyTags;
  const words = { title, content, hashtags: tagsIn(hashtags), mentions: [] };
  const refusals = fits ? platforms.flatMap((platform) => textRefusals(PLATFORM_PROFILES[platform], words)) : [];
  // The first of each field wins.
  const refused = Object.fromEntries(refusals.reverse().map(({ field, message }) => [field, message]));
  return { content: contentLimit, hashtags: limits.hashtags, tooManyTags, refused, met: fits && refusals.length === 0 };
}
