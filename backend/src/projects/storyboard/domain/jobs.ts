import { IMAGE_WORK } from '@storyreel/contracts';
import type { MadeAsset, RecordedCalls } from '@storyreel/contracts';
import { withEntries } from '../../../eventsourcing/domain/aggregate';
import type { FoldContext } from '../../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../../eventsourcing/domain/domain-event';
import { keyReused } from '../../../lib/domain-error';
import type { AnyAsked, AnyMade, ProjectEvent } from './events';
import type { ProjectState } from './project';

/** The agreed price of a job; `units` are ledger units (0.0001 zap). */
export interface JobPrice {
  holdId: string;
  units: number;
  usd: number;
  priceVersion: string;
}

/** Fields that every event of a job has. */
export interface JobOfScene {
  jobId: string;
  /** Id of the scene; null for work on the whole project. */
  sceneId: string | null;
}

/** Reference to the recorded provider requests and responses before the event; absent if none were recorded. */
export interface WithCalls {
  calls?: RecordedCalls[];
}

/** Fields that a rerun has in addition to the fields of its kind (ADR 0018). */
export interface RerunOf {
  /** The run that is repeated. */
  parentRunId: string;
  /** Owner of the scene; the events belong to the user who pays. */
  sceneOwnerId: string;
}

/** Data of a job's events, of whatever kind; a kind requires its own fields of the request and the result. */
interface JobSteps {
  /** `batchId`: the batch that the job belongs to, if any. */
  Queued: JobOfScene & JobPrice & { requestHash: string; batchId?: string } & AnyAsked;
  Started: JobOfScene & { provider: string };
  Accepted: JobOfScene & WithCalls & { predictionId: string };
  /**
   * `units`: the units charged, if less was made than was reserved. `delivered`: SHA-256 of each stored file, by its
   * address; absent in events of earlier releases.
   */
  Completed: JobOfScene &
    WithCalls & { usd: number; units?: number; delivered?: Readonly<Record<string, string>> } & AnyMade;
  Failed: JobOfScene & WithCalls & { error: string };
}
export type JobStep = keyof JobSteps;
export const JOB_STEPS = ['Queued', 'Started', 'Accepted', 'Completed', 'Failed'] as const satisfies JobStep[];
export type JobData<Step extends JobStep> = JobSteps[Step];

/**
 * Event types begin with their kind (ImageJobQueued, VideoJobFailed), so that the storyboard need not list the kinds.
 */
type JobEventType<Step extends JobStep = JobStep> = `${string}Job${Step}`;
export type JobEvent<Step extends JobStep = JobStep> = {
  [Each in Step]: { type: JobEventType<Each>; data: JobSteps[Each] };
}[Step];

export const jobEventType = <Step extends JobStep>(kind: string, step: Step): JobEventType<Step> =>
  `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Job${step}`;

const JOB_EVENT = new RegExp(`Job(${JOB_STEPS.join('|')})$`);

export const isJobEvent = (event: { type: string }): event is JobEvent => JOB_EVENT.test(event.type);

export const isStep = <Step extends JobStep>(
  event: JobEvent,
  step: Step,
): event is Extract<JobEvent, { type: JobEventType<Step> }> => event.type.endsWith(`Job${step}`);

/** Returns the kind of an event's job: 'image' for ImageJobQueued. */
export const kindOf = ({ type }: JobEvent): string =>
  type.charAt(0).toLowerCase() + type.slice(1, type.lastIndexOf('Job'));

/** A generation job with its progress, and with its kind's request while it is active. */
export interface GenerationJob<Asked = unknown> extends JobOfScene, JobPrice {
  kind: string;
  queued: JobData<'Queued'> & Asked;
  /** started: the intent to call the provider is recorded; accepted: the prediction's id is known. */
  status: 'queued' | 'started' | 'accepted' | 'completed' | 'failed';
  /** The provider's id of the prediction; null until the provider has accepted the request. */
  predictionId: string | null;
  error: string | null;
  requestHash: string;
}

export type Jobs = Readonly<Record<string, GenerationJob>>;
/** Tells whether the job fills image slots of its scene. */
export const isImageWork = ({ kind }: Pick<GenerationJob, 'kind'>): boolean => Object.hasOwn(IMAGE_WORK, kind);

export const isActive = (job: GenerationJob): boolean => job.status !== 'completed' && job.status !== 'failed';

/**
 * Returns the job that an earlier call of the same request created, if any.
 * @throws DomainError idempotency_key_reused when the id belongs to a different request
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

/**
 * Reduces an ended job to the fields by which its repeats and its batch are recognised; its request stays in the log.
 */
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

/** Folds the state of every generation job of a project, of any kind; an outcome is final. */
export function evolveJobs(jobs: Jobs, event: ProjectEvent, context: FoldContext): Jobs {
  if (!isJobEvent(event)) return jobs;
  const { jobId } = event.data;
  if (isStep(event, 'Queued')) return queue(jobs, kindOf(event), event.data, context);
  if (isStep(event, 'Started')) return change(jobs, jobId, { status: 'started' }, context);
  if (isStep(event, 'Completed')) return end(jobs, jobId, { status: 'completed' }, context);
  if (isStep(event, 'Failed')) return end(jobs, jobId, { status: 'failed', error: event.data.error }, context);
  return change(jobs, jobId, { status: 'accepted', predictionId: event.data.predictionId }, context);
}

/**
 * A kind of generation as recorded in a project's stream. Besides the data common to all kinds, a job's first event
 * holds its request (`Asked`), and its completion event holds the result (`Made`).
 */
export class JobKind<Asked = unknown, Made = unknown> {
  /** @param name such as 'image'; prefix of the names of its events, reactors and workers */
  constructor(readonly name: string) {}

  type<Step extends JobStep>(step: Step): JobEventType<Step> {
    return jobEventType(this.name, step);
  }

  queued(data: JobData<'Queued'> & Asked): JobEvent<'Queued'> {
    return { type: this.type('Queued'), data };
  }

  accepted(job: JobOfScene & WithCalls, predictionId: string): JobEvent<'Accepted'> {
    return { type: this.type('Accepted'), data: { ...job, predictionId } };
  }

  completed(data: JobData<'Completed'> & Made): JobEvent<'Completed'> {
    return { type: this.type('Completed'), data };
  }

  isJob(job: GenerationJob): job is GenerationJob<Asked> {
    return job.kind === this.name;
  }

  isQueued(event: DomainEvent): event is DomainEvent & { data: JobData<'Queued'> & Asked } {
    return event.type === this.type('Queued');
  }

  isCompleted(event: DomainEvent): event is DomainEvent & { data: JobData<'Completed'> & Made } {
    return event.type === this.type('Completed');
  }
}

/** Returns the events that fail the running jobs of these scenes, or all running jobs. */
export function endingJobs(state: ProjectState, error: string, sceneIds?: readonly string[]): ProjectEvent[] {
  return Object.values(state.jobs)
    .filter((job) => isActive(job) && (sceneIds?.includes(job.sceneId ?? '') ?? true))
    .map(({ jobId, sceneId, kind }) => ({ type: jobEventType(kind, 'Failed'), data: { jobId, sceneId, error } }));
}

/** Returns the assets made by a completed job of any kind. */
export function madeAssets({ jobId, images = [], video, speech, film }: JobOfScene & AnyMade): MadeAsset[] {
  const assets: MadeAsset[] = images.map(({ slotId: id, url }) => ({ id, kind: 'image', url }));
  if (video) assets.push({ id: video.id, kind: 'video', url: video.url });
  if (speech) assets.push({ id: jobId, kind: 'sound', url: speech.url });
  if (film) assets.push({ id: jobId, kind: 'film', url: film.url });
  return assets;
}
