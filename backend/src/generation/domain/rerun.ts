import type { Environment } from '../../eventsourcing/domain/aggregate';
import { DomainError } from '../../lib/domain-error';
import {
  isActive,
  type JobEvent,
  ownScene,
  type ProjectEvent,
  type ProjectState,
  repeated,
} from '../../projects/storyboard';
import type { RequestData } from './job-steps';

/** What a run that does another one again says of it, beside what its kind asks for (ADR 0038). */
export interface RerunOf {
  /** The run that this one does again. */
  parentRunId: string;
  /** Whose scene it is for; the events themselves belong to the one who pays. */
  sceneOwnerId: string;
}

/** A scene's trials that may run at once, of all kinds. */
const AT_ONCE = 3;

/** @throws DomainError not_found, already_in_progress */
export function checkMayRerun(state: ProjectState, sceneId: string, ownerId: string): void {
  ownScene(state, sceneId, { ownerId });
  const isTrial = ({ queued }: { queued: object }): boolean => 'parentRunId' in queued;
  const running = Object.values(state.jobs).filter((job) => job.sceneId === sceneId && isActive(job) && isTrial(job));
  if (running.length >= AT_ONCE) {
    throw new DomainError('already_in_progress', `At most ${AT_ONCE} trials of a scene run at once.`);
  }
}

/** Whoever asks has been let in before: the scene need not be theirs. */
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
