import { LIMITS, PLATFORM_PROFILES, textRefusals } from '@storyreel/contracts';
import type { SocialPlatform, TextRefusal } from '@storyreel/contracts';
import { instantOf } from '../../../platform/time/zoned-time';
import { characters, fitsLimit } from '../../../ui';
import type { TextLimit } from '../../../ui';
import { DEFAULT_TIME } from '../post-days';
import { tagsIn } from '../tags';

export interface EditFaults {
  title?: string;
  content?: string;
  schedule?: string;
}

interface Plan {
  /** The scheduled day; '' when the post is not scheduled. */
  day: string;
  time: string;
}

export const scheduleOf = ({ day, time }: Plan, zone: string): Date | null =>
  day === '' ? null : instantOf(day, time === '' ? DEFAULT_TIME : time, zone);

/** Returns the errors in the texts that every post must have. */
export const wordFaults = ({ title, content }: Pick<PostWords, 'title' | 'content'>): EditFaults => ({
  ...(title.trim() === '' && { title: 'Title is required' }),
  ...(content.trim() === '' && { content: 'Content is required' }),
});

export const scheduleFaults = (due: Date | null, now: Date): EditFaults =>
  due !== null && due <= now ? { schedule: 'That time has passed. Choose a later one.' } : {};

interface PostWords {
  title: string;
  content: string;
  /** Hashtags, separated by spaces. */
  hashtags: string;
}

export const TITLE_LIMIT = characters(LIMITS.postTitle);

export interface WordLimits {
  content: TextLimit;
  hashtags: number;
  tooManyTags: boolean;
  /** Messages by field about texts that are within the limits above, but that the platform would still refuse. */
  refused: Partial<Record<TextRefusal['field'], string>>;
  /** True if all limits are met; otherwise the fields show which limits are not. */
  met: boolean;
}

/** Returns the platform's text limits, and checks the text against them. */
export function wordLimits({ title, content, hashtags }: PostWords, platform: SocialPlatform): WordLimits {
  const profile = PLATFORM_PROFILES[platform];
  const contentLimit = characters(profile.characters);
  const tags = tagsIn(hashtags);
  const tooManyTags = tags.length > profile.hashtags;
  const fits = fitsLimit(title, TITLE_LIMIT) && fitsLimit(content, contentLimit) && !tooManyTags;
  const refusals = fits ? textRefusals(profile, { title, content, hashtags: tags, mentions: [] }) : [];
  // A field shows its first refusal. The list is reversed, because the last entry for a key wins.
  const refused = Object.fromEntries(refusals.reverse().map(({ field, message }) => [field, message]));
  return {
    content: contentLimit,
    hashtags: profile.hashtags,
    tooManyTags,
    refused,
    met: fits && refusals.length === 0,
  };
}
