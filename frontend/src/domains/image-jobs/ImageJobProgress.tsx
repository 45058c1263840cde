import type { ImageJob } from '@storyreel/contracts';
import { formatElapsed, useNow } from '../../platform/elapsed';
import { useImageQueue } from './queries';

function Elapsed({ since }: { since: string }) {
  const now = useNow();
  return <time>{formatElapsed(now - Date.parse(since))}</time>;
}

function words(job: ImageJob) {
  if (job.status === 'queued') {
    return <span>{job.queuePosition > 0 ? `Position ${job.queuePosition} in the queue` : 'Next in the queue'}</span>;
  }
  return <Elapsed since={job.startedAt ?? job.createdAt} />;
}

/** What a slot tells while its pictures are made: the position in the queue, then the time since the work began. */
export function ImageJobProgress({ jobId }: { jobId: string | null }) {
  const { data } = useImageQueue();
  const job = data?.jobs.find(({ id }) => id === jobId);
  return job ? words(job) : null;
}
