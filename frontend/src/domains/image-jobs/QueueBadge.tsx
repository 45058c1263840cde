import { Badge } from '../../ui';
import { useImageQueue } from './queries';

/** How many of the user's image jobs are being made and how many wait. */
export function QueueBadge() {
  const { data } = useImageQueue();
  const active = data?.activeJobs ?? 0;
  const queued = data?.queuedJobs ?? 0;
  return <Badge tone={active > 0 ? 'warning' : 'neutral'}>{`Active: ${active} | Queued: ${queued}`}</Badge>;
}
