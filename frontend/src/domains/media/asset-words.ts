import type { AssetType } from './slots';

/** What people call it: a scene's video is a clip, wherever the specification does not give the exact text. */
export const ASSET_WORD: Record<AssetType, string> = { image: 'image', video: 'clip' };
