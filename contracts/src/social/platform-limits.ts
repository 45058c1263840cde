/** Characters and hashtags a platform takes. */
const LIMITS: Readonly<Record<string, { characters: number; hashtags: number }>> = {
  youtube: { characters: 5000, hashtags: 15 },
  instagram: { characters: 2200, hashtags: 30 },
  tiktok: { characters: 300, hashtags: 100 },
};
const DEFAULT_LIMIT = { characters: 5000, hashtags: 15 };

/** What fits every one of the platforms. */
export function postLimits(platforms: readonly string[]): { characters: number; hashtags: number } {
  const limits = platforms.map((platform) => LIMITS[platform.toLowerCase()] ?? DEFAULT_LIMIT);
  return {
    characters: Math.min(DEFAULT_LIMIT.characters, ...limits.map(({ characters }) => characters)),
    hashtags: limits.length === 0 ? DEFAULT_LIMIT.hashtags : Math.min(...limits.map(({ hashtags }) => hashtags)),
  };
}
