import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { imageJobTracker } from './image-job-tracker';
import { refreshImageQueue } from './queries';

/** A job changed: the queue is another one, and whoever polls that job need not wait. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'imageJobsChanged') return;
  void refreshImageQueue(queryClient);
  for (const job of message.jobs) imageJobTracker(queryClient).jobs.checkNow(job.id);
}
