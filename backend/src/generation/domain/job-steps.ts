import { LIMITS } from '@storyreel/contracts';
import type { RecordedCalls } from '@storyreel/contracts';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import { DomainError } from '../../lib/domain-error';
import { isActive, jobEventType, ownScene, repeated } from '../../projects/storyboard';
import type {
  GenerationJob,
  ImageSlot,
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
 * Turns a request into a job; a repeat of the request never creates a second job.
 * @param queued returns the job's first event, or throws the reason why the job cannot be made
 * @throws DomainError not_found, idempotency_key_reused; the errors of `queued`
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

/** Failure text of a job that its owner cancelled. */
export const CANCELLED = 'You cancelled it.';

/** Returns the job while it is open; null for an unknown or finished job, which no decision may change. */
const open = (state: ProjectState, jobId: string): GenerationJob | null => {
  const job = state.jobs[jobId];
  return job && isActive(job) ? job : null;
};

/** Records the intent before the provider is called. */
export function decideStart(state: ProjectState, jobId: string, provider: string): ProjectEvent[] {
  const job = open(state, jobId);
  if (job?.status !== 'queued') return [];
  return [{ type: jobEventType(job.kind, 'Started'), data: { jobId, sceneId: job.sceneId, provider } }];
}

/**
 * Adds the recorded provider calls to an event. Leaves the field out when there are none, like events of earlier
 * releases.
 */
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

/** Completes a job with one event that replaces placeholders by results, so a scene never has both or neither. */
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

/**
 * Returns the image to make another version of, if its scene has room for that version.
 * @throws DomainError bad_request, limit_reached
 */
export function imageToWorkOn(scene: SceneState, wanted: { id: string } | { url: string }, versions = 1): ImageSlot {
  const isIt = ({ id, url }: ImageSlot): boolean => ('id' in wanted ? id === wanted.id : url === wanted.url);
  const slot = scene.images.find((one) => one.status === 'complete' && one.url !== '' && isIt(one));
  if (!slot) throw new DomainError('bad_request', 'This image is no longer in the scene.');
  if (scene.images.length + versions > LIMITS.assetsPerScene)
    throw new DomainError('limit_reached', `A scene can have at most ${LIMITS.assetsPerScene} images.`);
  return slot;
}
