import { LIMITS } from '../common/limits';

const MIN_SCENES = 4;

/** The fewest and the most scenes for a story of so many words. */
export function sceneRange(words: number, maxScenes: number = LIMITS.scenesPerStory): { fewest: number; most: number } {
  const most = Math.max(1, Math.min(maxScenes, LIMITS.scenesPerStory, Math.ceil(words / 18)));
  const fewest = words >= 120 ? MIN_SCENES : words >= 60 ? 2 : 1;
  return { fewest: Math.min(fewest, most), most };
}
