import type { Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { predictionTracker } from './prediction-tracker';
import { startVideoGeneration } from './start-video-generation';
import type { VideoSettingsState } from './useVideoSettings';
import { useExternalStore } from '../../platform/useOutside';

/** Generation of a scene's videos: starting one, and taking up those that were under way when the scene was loaded. */
export function useVideoGeneration(scene: Scene, { order, schema }: VideoSettingsState) {
  const queryClient = useQueryClient();
  const tracker = predictionTracker(queryClient);
  const starting = useExternalStore(tracker.subscribe, () => tracker.starts.isStarting(scene.id));
  const begunAt = useExternalStore(tracker.subscribe, () => tracker.starts.begunAt(scene.id));
  useEffect(() => tracker.resume(scene), [tracker, scene]);
  const generate = async () => {
    if (order && schema) await startVideoGeneration(queryClient, scene, order, schema);
  };
  return { starting, begunAt, generate };
}
