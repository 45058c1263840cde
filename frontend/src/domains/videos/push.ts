import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { predictionTracker } from './prediction-tracker';

/** A video changed: whoever polls it need not wait. The scene itself comes with scenesChanged. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'videoJobsChanged') return;
  for (const job of message.jobs) predictionTracker(queryClient).predictions.checkNow(job.id);
}
