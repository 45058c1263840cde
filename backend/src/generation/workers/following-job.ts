import type { Job, JobRequest } from '../../platform/processes/process';

/** Goes on with a generation in another queue. */
export const followingJob = (
  { payload, ownerId, correlationId, causationId }: Job,
  queue: string,
  dedupKey: string,
): JobRequest => ({ queue, dedupKey, ownerId, payload, correlationId, causationId });
