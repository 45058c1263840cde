import { useQueryClient } from '@tanstack/react-query';
import { Elapsed } from '../../ui/Elapsed';
import { predictionTracker } from './prediction-tracker';
import { useExternalStore } from '../../platform/useOutside';

/** What a video's slot tells while it is made: how far it is where the provider says so, and for how long it runs. */
export function PredictionProgress({ predictionId }: { predictionId: string }) {
  const tracker = predictionTracker(useQueryClient());
  const progress = useExternalStore(tracker.subscribe, () => tracker.predictions.get(predictionId)?.progress ?? null);
  const startedAt = useExternalStore(tracker.subscribe, () => tracker.predictions.get(predictionId)?.startedAt ?? null);
  return (
    <>
      {progress !== null && <span>{Math.round(progress * 100)}%</span>}
      {startedAt !== null && <Elapsed since={startedAt} />}
    </>
  );
}
