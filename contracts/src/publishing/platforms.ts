/** In display order. */
export const SOCIAL_PLATFORMS = ['youtube', 'instagram', 'tiktok'] as const;
export type SocialPlatform = (typeof SOCIAL_PLATFORMS)[number];

export interface PlatformProfile {
  name: string;
  /** Maximum characters (Unicode code points) of a post's text. */
  characters: number;
  hashtags: number;
  takesVideo: boolean;
  takesImages: boolean;
  features: readonly string[];
}

export const PLATFORM_PROFILES: Readonly<Record<SocialPlatform, PlatformProfile>> = {
  youtube: {
    name: 'YouTube',
    characters: 5000,
    hashtags: 15,
    takesVideo: true,
    takesImages: true,
    features: ['Thumbnails', 'Tags', 'Categories', 'Monetization'],
  },
  instagram: {
    name: 'Instagram',
    characters: 2200,
    hashtags: 30,
    takesVideo: true,
    takesImages: true,
    features: ['Stories', 'Reels', 'IGTV', 'Shopping'],
  },
  tiktok: {
    name: 'TikTok',
    characters: 300,
    hashtags: 100,
    takesVideo: true,
    takesImages: false,
    features: ['Effects', 'Sounds', 'Duets', 'Stitches'],
  },
};

type PostLimits = Pick<PlatformProfile, 'characters' | 'hashtags'>;
/** Limits of a platform without limits of its own. */
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
