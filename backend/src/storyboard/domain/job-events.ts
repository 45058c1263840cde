import type { RecordedCalls } from '@storyreel/contracts';

/** What a paid job was promised for; `units` are ledger units (0.0001 zap). */
export interface JobPrice {
  holdId: string;
  units: number;
  usd: number;
  priceVersion: string;
}

/** In every event of a job. */
export interface JobOfScene {
  jobId: string;
  /** Null for what is of the whole project. */
  sceneId: string | null;
}

/** Where it is recorded what the provider was asked and answered before the event; absent when it is not. */
export interface WithCalls {
  calls?: RecordedCalls[];
}

/** What the events of a job hold, whatever its kind; a kind adds what was asked for and what was made. */
interface JobSteps {
  /** `batchId`: the batch that it is part of, if it is. */
  Queued: JobOfScene & JobPrice & { requestHash: string; batchId?: string };
  Started: JobOfScene & { provider: string };
  Accepted: JobOfScene & WithCalls & { predictionId: string };
  /** `units`: what is charged, where less was made than was paid for. */
  Completed: JobOfScene & WithCalls & { usd: number; units?: number };
  Failed: JobOfScene & WithCalls & { error: string };
}
export type JobStep = keyof JobSteps;
export const JOB_STEPS = ['Queued', 'Started', 'Accepted', 'Completed', 'Failed'] as const satisfies JobStep[];
export type JobData<Step extends JobStep> = JobSteps[Step];

/** The log names a step after its kind: ImageJobQueued, VideoJobFailed. So the storyboard need not list the kinds. */
export type JobEventType<Step extends JobStep = JobStep> = `${string}Job${Step}`;
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

/** The kind whose event it is: image for ImageJobQueued. */
export const kindOf = ({ type }: JobEvent): string =>
  type.charAt(0).toLowerCase() + type.slice(1, type.lastIndexOf('Job'));
