import { LIMITS } from '../common/limits';

export const NEW_SCENE = {
  title: 'New Scene',
  description: 'A new scene for your story',
  duration: 5,
  imageStatus: 'pending',
} as const;

const MIN_SCENES = 4;

/** Returns the minimum and maximum number of scenes for a story of this many words. */
export function sceneRange(words: number, maxScenes: number = LIMITS.scenesPerStory): { fewest: number; most: number } {
  const most = Math.max(1, Math.min(maxScenes, LIMITS.scenesPerStory, Math.ceil(words / 18)));
  const fewest = words >= 120 ? MIN_SCENES : words >= 60 ? 2 : 1;
  return { fewest: Math.min(fewest, most), most };
}

/** Shown in a scene while its clip is being generated. */
export const PLACEHOLDER_VIDEO = { filename: 'generating-video.mp4', mimeType: 'video/mp4', size: 0, url: '' } as const;
export const placeholderVideoId = (predictionId: string): string => `processing-${predictionId}`;
export const predictionIdOf = (videoId: string): string | null =>
  videoId.startsWith('processing-') ? videoId.slice('processing-'.length) : null;
