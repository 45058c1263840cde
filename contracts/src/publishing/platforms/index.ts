import { cutText, lengthOf } from '../../common/text';
import { instagram } from './instagram';
import { lengthIn, type PlatformProfile } from './profile';
import { tiktok } from './tiktok';
import { youtube } from './youtube';

export * from './profile';

/** In display order. */
export const SOCIAL_PLATFORMS = ['youtube', 'instagram', 'tiktok'] as const;
export type SocialPlatform = (typeof SOCIAL_PLATFORMS)[number];

export const PLATFORM_PROFILES: Readonly<Record<SocialPlatform, PlatformProfile>> = { youtube, instagram, tiktok };

type PostLimits = Pick<PlatformProfile, 'characters' | 'hashtags'>;
/** Limits for a platform that is not listed. */
const DEFAULT_LIMIT: PostLimits = { characters: 5000, hashtags: 15 };
const PROFILES = new Map<string, PostLimits>(Object.entries(PLATFORM_PROFILES));

/** Returns the limits that satisfy all of the platforms. */
export function postLimits(platforms: readonly string[]): PostLimits {
  const limits = platforms.map((platform) => PROFILES.get(platform.toLowerCase()) ?? DEFAULT_LIMIT);
  return {
    characters: Math.min(DEFAULT_LIMIT.characters, ...limits.map(({ characters }) => characters)),
    hashtags: limits.length === 0 ? DEFAULT_LIMIT.hashtags : Math.min(...limits.map(({ hashtags }) => hashtags)),
  };
}

/** Cuts a text so that it fits every one of the platforms, each with its own way of counting. */
export function cutForPlatforms(text: string, platforms: readonly string[]): string {
  const figures = SOCIAL_PLATFORMS.filter((platform) => platforms.includes(platform)).map(
    (platform) => PLATFORM_PROFILES[platform].text,
  );
  let cut = cutText(text, postLimits(platforms).characters);
  for (;;) {
    const over = Math.max(0, ...figures.map(({ unit, most }) => lengthIn(unit, cut) - most));
    if (over === 0) return cut;
    // A character has at most four bytes, so cutting this many characters cannot remove too much.
    cut = cutText(cut, lengthOf(cut) - Math.ceil(over / 4));
  }
}
