import type { RecordedCalls } from '@storyreel/contracts';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import { isActive, jobEventType, ownScene, repeated } from '../../projects/storyboard';
import type {
  GenerationJob,
  JobEvent,
  JobKind,
  ProjectEvent,
  ProjectState,
  SceneCommand,
  SceneState,
  WithCalls,
} from '../../projects/storyboard';

export type RequestData = Pick<GenerationJob, 'jobId' | 'requestHash'> & { batchId?: string };

/**
 * Where a request becomes a job: one id, one job, ever.
 * @param queued the job's first event; it throws what keeps the scene from having one
 * @throws DomainError not_found, idempotency_key_reused, or what `queued` throws
 */
export function decideQueue(
  { data }: Pick<SceneCommand<RequestData>, 'data'>,
  state: ProjectState,
  environment: Environment,
  queued: (scene: SceneState) => JobEvent<'Queued'>,
): ProjectEvent[] {
  const scene = ownScene(state, data.sceneId, environment);
  return repeated(state.jobs, data) ? [] : [queued(scene)];
}

/** Why a job failed that its owner ended, in words. */
export const CANCELLED = 'You cancelled it.';

/** The job while its outcome is open; null for an unknown one and for one that has ended: then there is nothing to do. */
const open = (state: ProjectState, jobId: string): GenerationJob | null => {
  const job = state.jobs[jobId];
  return job && isActive(job) ? job : null;
};

/** The intent, recorded before the provider is asked. */
export function decideStart(state: ProjectState, jobId: string, provider: string): ProjectEvent[] {
  const job = open(state, jobId);
  if (job?.status !== 'queued') return [];
  return [{ type: jobEventType(job.kind, 'Started'), data: { jobId, sceneId: job.sceneId, provider } }];
}

/** What is recorded of the calls before an event; nothing where there is none, as in events of earlier releases. */
const withCalls = (calls: RecordedCalls[]): WithCalls => (calls.length > 0 ? { calls } : {});

export function decideAccept(
  kind: JobKind,
  state: ProjectState,
  jobId: string,
  predictionId: string,
  calls: RecordedCalls[] = [],
): ProjectEvent[] {
  const job = open(state, jobId);
  if (job?.predictionId !== null) return [];
  return [kind.accepted({ jobId, sceneId: job.sceneId, ...withCalls(calls) }, predictionId)];
}

/** One event swaps placeholders for results: at no moment are both or neither in the scene. */
export function decideComplete<Made>(
  kind: JobKind<unknown, Made>,
  state: ProjectState,
  jobId: string,
  outcome: Made & { usd: number },
  calls: RecordedCalls[] = [],
): ProjectEvent[] {
  const job = open(state, jobId);
  return job ? [kind.completed({ jobId, sceneId: job.sceneId, ...outcome, ...withCalls(calls) })] : [];
}

export function decideFail(
  state: ProjectState,
  jobId: string,
  error: string,
  calls: RecordedCalls[] = [],
): ProjectEvent[] {
  const job = open(state, jobId);
  if (!job) return [];
  const data = { jobId, sceneId: job.sceneId, error, ...withCalls(calls) };
  return [{ type: jobEventType(job.kind, 'Failed'), data }];
}
