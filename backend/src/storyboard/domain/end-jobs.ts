import type { ProjectEvent } from './events';
import { jobEventType } from './job-events';
import { isActive } from './jobs';
import type { ProjectState } from './project-aggregate';

/** Fails the jobs that are still running, of these scenes or of all. */
export function endingJobs(state: ProjectState, error: string, sceneIds?: readonly string[]): ProjectEvent[] {
  return Object.values(state.jobs)
    .filter((job) => isActive(job) && (sceneIds?.includes(job.sceneId ?? '') ?? true))
    .map(({ jobId, sceneId, kind }) => ({ type: jobEventType(kind, 'Failed'), data: { jobId, sceneId, error } }));
}
