import { DomainError } from '../../platform/domain/domain-error';
import type { JobPrice, ProjectEvent, ProjectEventOf, ProjectEvents } from './events';

/** What the log calls the steps of each kind of job. */
export const JOB_EVENTS = {
  image: {
    queued: 'ImageJobQueued',
    started: 'ImageJobStarted',
    accepted: 'ImageJobAccepted',
    completed: 'ImageJobCompleted',
    failed: 'ImageJobFailed',
  },
  video: {
    queued: 'VideoJobQueued',
    started: 'VideoJobStarted',
    accepted: 'VideoJobAccepted',
    completed: 'VideoJobCompleted',
    failed: 'VideoJobFailed',
  },
} as const;
export type JobKind = keyof typeof JOB_EVENTS;
type Steps = (typeof JOB_EVENTS)[JobKind];
export type JobEvent = ProjectEventOf<Steps[keyof Steps]>;

type Queued = {
  [Kind in JobKind]: { kind: Kind; queued: ProjectEvents[(typeof JOB_EVENTS)[Kind]['queued']] };
}[JobKind];

interface JobState extends JobPrice {
  jobId: string;
  sceneId: string;
  /** started: the intent to call the provider is recorded; accepted: its prediction id is known. */
  status: 'queued' | 'started' | 'accepted' | 'completed' | 'failed';
  /** The provider's id, once it has accepted. */
  predictionId: string | null;
  error: string | null;
  requestHash: string;
}
export type GenerationJob<Kind extends JobKind = JobKind> = Extract<JobState & Queued, { kind: Kind }>;

export type Jobs = Readonly<Record<string, GenerationJob>>;
export const isActive = (job: GenerationJob): boolean => job.status !== 'completed' && job.status !== 'failed';
export const isOfKind = <Kind extends JobKind>(job: GenerationJob, kind: Kind): job is GenerationJob<Kind> =>
  job.kind === kind;

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

const change = (jobs: Jobs, jobId: string, changes: Partial<JobState>): Jobs => {
  const job = jobs[jobId];
  return job && isActive(job) ? { ...jobs, [jobId]: { ...job, ...changes } } : jobs;
};

const queue = (jobs: Jobs, job: Queued): Jobs => {
  const { jobId, sceneId, requestHash, holdId, units, usd, priceVersion } = job.queued;
  const price = { holdId, units, usd, priceVersion };
  const state = { jobId, sceneId, status: 'queued', predictionId: null, error: null, requestHash } as const;
  return { ...jobs, [jobId]: { ...state, ...price, ...job } };
};

/** The state of every generation job of a project; an outcome is final. */
export function evolveJobs(jobs: Jobs, event: ProjectEvent): Jobs {
  switch (event.type) {
    case 'ImageJobQueued':
      return queue(jobs, { kind: 'image', queued: event.data });
    case 'VideoJobQueued':
      return queue(jobs, { kind: 'video', queued: event.data });
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
