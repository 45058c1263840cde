import { isActive, type GenerationJob, type ProjectEvent, type ProjectState } from '../../../projects';

/** The job while its outcome is open; null for an unknown one and for one that has ended: then there is nothing to do. */
const open = (state: ProjectState, jobId: string): GenerationJob | null => {
  const job = state.jobs[jobId];
  return job?.kind === 'image' && isActive(job) ? job : null;
};

/** The intent, recorded before the provider is asked. */
export function decideStartImageJob(state: ProjectState, jobId: string, provider: string): ProjectEvent[] {
  const job = open(state, jobId);
  if (job?.status !== 'queued') return [];
  return [{ type: 'ImageJobStarted', data: { jobId, sceneId: job.sceneId, provider } }];
}

export function decideAcceptImageJob(state: ProjectState, jobId: string, predictionId: string): ProjectEvent[] {
  const job = open(state, jobId);
  if (!job || job.predictionId !== null) return [];
  return [{ type: 'ImageJobAccepted', data: { jobId, sceneId: job.sceneId, predictionId } }];
}

export function decideCompleteImageJob(
  state: ProjectState,
  jobId: string,
  outcome: { images: { slotId: string; url: string }[]; usd: number },
): ProjectEvent[] {
  const job = open(state, jobId);
  return job ? [{ type: 'ImageJobCompleted', data: { jobId, sceneId: job.sceneId, ...outcome } }] : [];
}

export function decideFailImageJob(state: ProjectState, jobId: string, error: string): ProjectEvent[] {
  const job = open(state, jobId);
  return job ? [{ type: 'ImageJobFailed', data: { jobId, sceneId: job.sceneId, error } }] : [];
}
