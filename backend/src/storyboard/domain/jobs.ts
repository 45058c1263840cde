import type { FoldContext } from '../../platform/domain/aggregate';
import { keyReused } from '../../platform/domain/domain-error';
import { withEntries } from '../../platform/domain/with-entries';
import type { ProjectEvent } from './events';
import { isJobEvent, isStep, type JobData, type JobOfScene, type JobPrice, kindOf } from './job-events';

/** A generation job: what its kind asked for, while it is under way, and how far it has come. */
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

const change = (jobs: Jobs, jobId: string, changes: Partial<GenerationJob>, { unshared }: FoldContext): Jobs => {
  const job = jobs[jobId];
  return job && isActive(job) ? withEntries(jobs, [[jobId, { ...job, ...changes }]], unshared) : jobs;
};

/** What a repeat and its batch have to know of a job that has ended. What was asked for stays in the log alone. */
const end = (jobs: Jobs, jobId: string, outcome: Partial<GenerationJob>, context: FoldContext): Jobs => {
  const job = jobs[jobId];
  if (!job) return jobs;
  const { sceneId, requestHash, holdId, units, usd, priceVersion, batchId } = job.queued;
  const queued = {
    jobId,
    sceneId,
    requestHash,
    holdId,
    units,
    usd,
    priceVersion,
    ...(batchId !== undefined && { batchId }),
  };
  return change(jobs, jobId, { ...outcome, queued }, context);
};

const queue = (jobs: Jobs, kind: string, queued: JobData<'Queued'>, { unshared }: FoldContext): Jobs => {
  const { jobId, sceneId, requestHash, holdId, units, usd, priceVersion } = queued;
  const price = { holdId, units, usd, priceVersion };
  const state = { jobId, sceneId, status: 'queued', predictionId: null, error: null, requestHash } as const;
  return withEntries(jobs, [[jobId, { ...state, ...price, kind, queued }]], unshared);
};

/** The state of every generation job of a project, of whatever kind; an outcome is final. */
export function evolveJobs(jobs: Jobs, event: ProjectEvent, context: FoldContext): Jobs {
  if (!isJobEvent(event)) return jobs;
  const { jobId } = event.data;
  if (isStep(event, 'Queued')) return queue(jobs, kindOf(event), event.data, context);
  if (isStep(event, 'Started')) return change(jobs, jobId, { status: 'started' }, context);
  if (isStep(event, 'Completed')) return end(jobs, jobId, { status: 'completed' }, context);
  if (isStep(event, 'Failed')) return end(jobs, jobId, { status: 'failed', error: event.data.error }, context);
  return change(jobs, jobId, { status: 'accepted', predictionId: event.data.predictionId }, context);
}
