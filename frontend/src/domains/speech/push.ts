import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { speechTracker } from './speech-tracker';

/** A narration changed: whoever waits for it need not poll. The scene itself comes with scenesChanged. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'speechJobsChanged') return;
  for (const { sceneId } of message.jobs) speechTracker(queryClient).checkNow(sceneId);
}
