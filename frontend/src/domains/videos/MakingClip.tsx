import { useQueryClient } from '@tanstack/react-query';
import { Elapsed } from '../../ui/Elapsed';
import { predictionTracker } from './prediction-tracker';
import { useExternalStore } from '../../platform/useOutside';

/** Says that a scene's clip is being made, and for how long where this window has ordered it. */
export function MakingClip({ sceneId }: { sceneId: string }) {
  const tracker = predictionTracker(useQueryClient());
  const since = useExternalStore(tracker.subscribe, () => tracker.starts.begunAt(sceneId));
  return <span>Making your clip… {since !== null && <Elapsed since={since} />}</span>;
}
