import { keyReused } from '../../platform/domain/domain-error';
import type { ProjectEvent } from './events';
import { isJobEvent, isStep, type JobData, type JobOfScene, type JobPrice, kindOf } from './job-events';

/** A generation job: what its kind asked for, and how far it has come. */
export interface GenerationJob<Asked = unknown> extends JobOfScene, JobPrice {
  kind: string;
  queued: JobData<'Queued'> & Asked;
  /** started: the intent to call the provider is recorded; accepted: its prediction id is known. */
  status: 'queued' | 'started' | 'accepted' | 'completed' | 'failed';
  /** The provider's id, once it has accepted. */
  predictionId: string | null;
  error: string | null;
  requestHash: string;
}

export type Jobs = Readonly<Record<string, GenerationJob>>;
export const isActive = (job: GenerationJob): boolean => job.status !== 'completed' && job.status !== 'failed';

/**
 * The job that this very request has made before, if it has.
 * @throws DomainError idempotency_key_reused when the id is another request's
 */
export function repeated(jobs: Jobs, request: { jobId: string; requestHash: string }): GenerationJob | undefined {
  const known = jobs[request.jobId];
  if (known && known.requestHash !== request.requestHash) throw keyReused();
  return known;
}

const change = (jobs: Jobs, jobId: string, changes: Partial<GenerationJob>): Jobs => {
  const job = jobs[jobId];
  return job && isActive(job) ? { ...jobs, [jobId]: { ...job, ...changes } } : jobs;
};

const queue = (jobs: Jobs, kind: string, queued: JobData<'Queued'>): Jobs => {
  const { jobId, sceneId, requestHash, holdId, units, usd, priceVersion } = queued;
  const price = { holdId, units, usd, priceVersion };
  const state = { jobId, sceneId, status: 'queued', predictionId: null, error: null, requestHash } as const;
  return { ...jobs, [jobId]: { ...state, ...price, kind, queued } };
};

/** The state of every generation job of a project, of whatever kind; an outcome is final. */
export function evolveJobs(jobs: Jobs, event: ProjectEvent): Jobs {
  if (!isJobEvent(event)) return jobs;
  const { jobId } = event.data;
  if (isStep(event, 'Queued')) return queue(jobs, kindOf(event), event.data);
  if (isStep(event, 'Started')) return change(jobs, jobId, { status: 'started' });
  if (isStep(event, 'Completed')) return change(jobs, jobId, { status: 'completed' });
  if (isStep(event, 'Failed')) return change(jobs, jobId, { status: 'failed', error: event.data.error });
  return change(jobs, jobId, { status: 'accepted', predictionId: event.data.predictionId });
}
