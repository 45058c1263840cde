import type { ImageJob } from '@storyreel/contracts';
import { Badge } from '../../../ui';
import { Elapsed } from '../../../ui/Moment';
import { useImageQueue } from '../api';

/** The numbers of the user's running and waiting image jobs. */
export function QueueBadge() {
  const { data } = useImageQueue();
  const active = data?.activeJobs ?? 0;
  const queued = data?.queuedJobs ?? 0;
  return <Badge tone={active > 0 ? 'warning' : 'neutral'}>{`Active: ${active} | Queued: ${queued}`}</Badge>;
}

function words(job: ImageJob) {
  if (job.status === 'queued') {
    return <span>{job.queuePosition > 0 ? `Position ${job.queuePosition} in the queue` : 'Next in the queue'}</span>;
  }
  return <Elapsed since={Date.parse(job.startedAt ?? job.createdAt)} />;
}

/** An image job's position in the queue, then the time since it started. */
export function ImageJobProgress({ jobId }: { jobId: string | null }) {
  const { data } = useImageQueue();
  const job = data?.jobs.find(({ id }) => id === jobId);
  return job ? words(job) : null;
}
