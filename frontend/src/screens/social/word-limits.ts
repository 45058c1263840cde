import { LIMITS, postLimits, type SocialPlatform } from '@storyreel/contracts';
import { tagsIn } from '../../domains/posts/tags';
import { characters, fitsLimit, type TextLimit } from '../../ui';

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
  /** All of it fits. The fields say what does not. */
  met: boolean;
}

/** What all of the platforms take, and whether these words are within it. */
export function wordLimits({ title, content, hashtags }: PostWords, platforms: readonly SocialPlatform[]): WordLimits {
  const limits = postLimits(platforms);
  const contentLimit = characters(limits.characters);
  const tooManyTags = tagsIn(hashtags).length > limits.hashtags;
  const met = fitsLimit(title, TITLE_LIMIT) && fitsLimit(content, contentLimit) && !tooManyTags;
  return { content: contentLimit, hashtags: limits.hashtags, tooManyTags, met };
}
