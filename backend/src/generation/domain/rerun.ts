import type { Environment } from '../../eventsourcing/domain/aggregate';
import { DomainError } from '../../lib/domain-error';
import {
  isActive,
  type JobEvent,
  ownScene,
  type ProjectEvent,
  type ProjectState,
  repeated,
  type RerunOf,
} from '../../projects/storyboard';
import type { RequestData } from './job-steps';

/** Maximum concurrent reruns per scene, all kinds together. */
const AT_ONCE = 3;

/** @throws DomainError not_found, already_in_progress */
export function checkMayRerun(state: ProjectState, sceneId: string, ownerId: string): void {
  ownScene(state, sceneId, { ownerId });
  const isTrial = ({ queued }: { queued: object }): boolean => 'parentRunId' in queued;
  const running = Object.values(state.jobs).filter((job) => job.sceneId === sceneId && isActive(job) && isTrial(job));
  if (running.length >= AT_ONCE) {
    throw new DomainError('already_in_progress', `At most ${AT_ONCE} reruns of a scene run at once.`);
  }
}

/** Queues a rerun. The caller has checked permission, since the scene need not belong to the requester. */
export function decideQueueRerun(
  data: RequestData & RerunOf & { sceneId: string },
  state: ProjectState,
  env: Environment,
  queued: (env: Environment) => JobEvent<'Queued'>,
): ProjectEvent[] {
  if (repeated(state.jobs, data)) return [];
  checkMayRerun(state, data.sceneId, data.sceneOwnerId);
  return [queued(env)];
}
