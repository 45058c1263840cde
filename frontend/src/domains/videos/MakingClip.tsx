import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Elapsed } from '../../ui/Elapsed';
import { predictionTracker } from './prediction-tracker';

/** Says that a scene's clip is being made, and for how long where this window has ordered it. */
export function MakingClip({ sceneId }: { sceneId: string }) {
  const tracker = predictionTracker(useQueryClient());
  const since = useSyncExternalStore(tracker.subscribe, () => tracker.starts.begunAt(sceneId));
  return <span>Making your clip… {since !== null && <Elapsed since={since} />}</span>;
}
