import type { ImageJob } from '@storyreel/contracts';
import { Badge } from '../../../ui';
import { Elapsed } from '../../../ui/Moment';
import { useImageQueue } from '../api';

/**
 * Shows for how many scenes images are being made and how many scenes are waiting; renders nothing when there are none.
 */
export function QueueBadge({
  waiting = 0,
}: {
  /** Number of scenes in batches that are not in the queue yet. */ waiting?: number;
}) {
  const { data } = useImageQueue();
  const active = data?.activeJobs ?? 0;
  const queued = (data?.queuedJobs ?? 0) + waiting;
  if (active + queued === 0) return null;
  const scenes = active === 1 || (active === 0 && queued === 1) ? 'scene' : 'scenes';
  if (active === 0) return <Badge>{`Images: ${queued} ${scenes} waiting`}</Badge>;
  return (
    <Badge tone="warning">{`Images: ${active} ${scenes} in progress${queued > 0 ? `, ${queued} waiting` : ''}`}</Badge>
  );
}

function words(job: ImageJob) {
  if (job.status === 'queued') {
    return <span>{job.queuePosition > 0 ? `Position ${job.queuePosition} in the queue` : 'Next in the queue'}</span>;
  }
  return <Elapsed since={Date.parse(job.startedAt ?? job.createdAt)} />;
}

/** Shows an image job's position in the queue; once it runs, the time since its start. */
export function ImageJobProgress({ jobId }: { jobId: string | null }) {
  const { data } = useImageQueue();
  const job = data?.jobs.find(({ id }) => id === jobId);
  return job ? words(job) : null;
}
