import type { Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { imageJobTracker, type ImageActivity } from './image-job-tracker';
import { recoverImageJob } from './recover-image-job';
import { startImageGeneration } from './start-image-generation';
import { useExternalStore } from '../../platform/useOutside';

/** Generation of a scene's images: starting it, and taking up one that was under way when the scene was opened. */
export function useImageGeneration(scene: Scene | null): { activity: ImageActivity; generate: () => Promise<void> } {
  const queryClient = useQueryClient();
  const tracker = imageJobTracker(queryClient);
  const sceneId = scene?.id ?? '';
  const activity = useExternalStore(tracker.subscribe, () => tracker.activity(sceneId));

  const openedWith = useRef<string | null>(null);
  useEffect(() => {
    if (!scene || openedWith.current === scene.id) return;
    openedWith.current = scene.id;
    if (scene.imageStatuses.includes('processing')) void recoverImageJob(queryClient, scene);
  }, [queryClient, scene]);

  return { activity, generate: () => startImageGeneration(queryClient, scene) };
}
