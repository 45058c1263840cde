import { DomainError } from '../../platform/domain/domain-error';
import type { JobPrice, ProjectEvent, ProjectEvents } from './events';

export interface GenerationJob extends JobPrice {
  jobId: string;
  sceneId: string;
  kind: 'image' | 'video';
  /** started: the intent to call the provider is recorded; accepted: its prediction id is known. */
  status: 'queued' | 'started' | 'accepted' | 'completed' | 'failed';
  /** The provider's id, once it has accepted. */
  predictionId: string | null;
  error: string | null;
  requestHash: string;
  queued: ProjectEvents['ImageJobQueued'] | ProjectEvents['VideoJobQueued'];
}

export type Jobs = Readonly<Record<string, GenerationJob>>;
export const isActive = (job: GenerationJob): boolean => job.status !== 'completed' && job.status !== 'failed';

/**
 * The job that this very request has made before, if it has.
 * @throws DomainError idempotency_key_reused when the id is another request's
 */
export function repeated(jobs: Jobs, request: { jobId: string; requestHash: string }): GenerationJob | undefined {
  const known = jobs[request.jobId];
  if (known && known.requestHash !== request.requestHash) {
    throw new DomainError('idempotency_key_reused', 'This key was used for another request.');
  }
  return known;
}

const change = (jobs: Jobs, jobId: string, changes: Partial<GenerationJob>): Jobs => {
  const job = jobs[jobId];
  return job && isActive(job) ? { ...jobs, [jobId]: { ...job, ...changes } } : jobs;
};

const queue = (
  jobs: Jobs,
  kind: GenerationJob['kind'],
  queued: ProjectEvents['ImageJobQueued'] | ProjectEvents['VideoJobQueued'],
): Jobs => ({
  ...jobs,
  [queued.jobId]: {
    jobId: queued.jobId,
    sceneId: queued.sceneId,
    kind,
    status: 'queued',
    predictionId: null,
    error: null,
    requestHash: queued.requestHash,
    holdId: queued.holdId,
    units: queued.units,
    usd: queued.usd,
    priceVersion: queued.priceVersion,
    queued,
  },
});

/** The state of every generation job of a project; an outcome is final. */
export function evolveJobs(jobs: Jobs, event: ProjectEvent): Jobs {
  switch (event.type) {
    case 'ImageJobQueued':
      return queue(jobs, 'image', event.data);
    case 'VideoJobQueued':
      return queue(jobs, 'video', event.data);
    case 'ImageJobStarted':
    case 'VideoJobStarted':
      return change(jobs, event.data.jobId, { status: 'started' });
    case 'ImageJobAccepted':
      return change(jobs, event.data.jobId, { status: 'accepted', predictionId: event.data.predictionId });
    case 'VideoJobAccepted':
      return change(jobs, event.data.jobId, { status: 'accepted', predictionId: event.data.providerPredictionId });
    case 'ImageJobCompleted':
    case 'VideoJobCompleted':
      return change(jobs, event.data.jobId, { status: 'completed' });
    case 'ImageJobFailed':
    case 'VideoJobFailed':
      return change(jobs, event.data.jobId, { status: 'failed', error: event.data.error });
    default:
      return jobs;
  }
}
