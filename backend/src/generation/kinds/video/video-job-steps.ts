import type { VideoItem } from '@storyreel/contracts';
import { isActive, type GenerationJob, type ProjectEvent, type ProjectState } from '../../../projects';

/** The job while its outcome is open; null for an unknown one and for one that has ended: then there is nothing to do. */
const open = (state: ProjectState, jobId: string): GenerationJob | null => {
  const job = state.jobs[jobId];
  return job?.kind === 'video' && isActive(job) ? job : null;
};

/** The intent, recorded before the provider is asked. */
export function decideStartVideoJob(state: ProjectState, jobId: string, provider: string): ProjectEvent[] {
  const job = open(state, jobId);
  if (job?.status !== 'queued') return [];
  return [{ type: 'VideoJobStarted', data: { jobId, sceneId: job.sceneId, provider } }];
}

export function decideAcceptVideoJob(state: ProjectState, jobId: string, providerPredictionId: string): ProjectEvent[] {
  const job = open(state, jobId);
  if (!job || job.predictionId !== null) return [];
  return [{ type: 'VideoJobAccepted', data: { jobId, sceneId: job.sceneId, providerPredictionId } }];
}

/** One event swaps the placeholder for the clip: at no moment are both or neither in the scene. */
export function decideCompleteVideoJob(
  state: ProjectState,
  jobId: string,
  outcome: { video: VideoItem; usd: number },
): ProjectEvent[] {
  const job = open(state, jobId);
  return job ? [{ type: 'VideoJobCompleted', data: { jobId, sceneId: job.sceneId, ...outcome } }] : [];
}

export function decideFailVideoJob(state: ProjectState, jobId: string, error: string): ProjectEvent[] {
  const job = open(state, jobId);
  return job ? [{ type: 'VideoJobFailed', data: { jobId, sceneId: job.sceneId, error } }] : [];
}
