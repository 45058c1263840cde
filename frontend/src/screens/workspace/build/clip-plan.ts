import { combinationProblem, LIMITS, modelDuration, type Scene, toZaps, videoPrice } from '@storyreel/contracts';
import type { SettingValues } from '../../../domains/videos/settings-form';

interface PlannedClip {
  scene: Scene;
  /** Seconds. */
  seconds: number;
  zaps: number;
  /** Why there can be none; null when there can. */
  obstacle: string | null;
}

/** What a clip of each scene would be, by the price book that the server charges by. */
export function planClips(scenes: readonly Scene[], modelId: string, settings: SettingValues): PlannedClip[] {
  return scenes.map((scene) => {
    const seconds = modelDuration(modelId, scene.duration);
    const { resolution, mode } = settings;
    const price = videoPrice(modelId, { seconds, resolution, mode });
    const obstacle =
      scene.imageUrl === null
        ? 'No main image yet'
        : scene.videos.length >= LIMITS.assetsPerScene
          ? `Has ${LIMITS.assetsPerScene} clips already`
          : price === null
            ? 'No price for these settings'
            : combinationProblem(modelId, scene.duration, settings);
    return { scene, seconds, zaps: price ? toZaps(price.units) : 0, obstacle };
  });
}

/** Those that have none yet are what a person most likely wants. */
export const wantsClip = ({ scene, obstacle }: PlannedClip): boolean => obstacle === null && scene.videos.length === 0;
