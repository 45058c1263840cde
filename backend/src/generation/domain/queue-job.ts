import type { Environment } from '../../platform/domain/aggregate';
import {
  type GenerationJob,
  ownScene,
  type JobEvent,
  type ProjectEvent,
  type ProjectState,
  repeated,
  type SceneCommand,
  type SceneState,
} from '../../storyboard';

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
