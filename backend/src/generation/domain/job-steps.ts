import { type GenerationJob, isActive, JOB_EVENTS, type ProjectEvent, type ProjectState } from '../../storyboard';

/** The part that a kind's events have in common. */
export type JobOfScene = Pick<GenerationJob, 'jobId' | 'sceneId'>;

/** The steps that each kind records in a shape of its own. */
export interface KindSteps<Kept> {
  accepted(job: JobOfScene, predictionId: string): ProjectEvent;
  completed(job: JobOfScene, outcome: Kept & { usd: number }): ProjectEvent;
}

/** The job while its outcome is open; null for an unknown one and for one that has ended: then there is nothing to do. */
const open = (state: ProjectState, jobId: string): GenerationJob | null => {
  const job = state.jobs[jobId];
  return job && isActive(job) ? job : null;
};

/** The intent, recorded before the provider is asked. */
export function decideStart(state: ProjectState, jobId: string, provider: string): ProjectEvent[] {
  const job = open(state, jobId);
  if (job?.status !== 'queued') return [];
  return [{ type: JOB_EVENTS[job.kind].started, data: { jobId, sceneId: job.sceneId, provider } }];
}

export function decideAccept(
  { accepted }: Pick<KindSteps<never>, 'accepted'>,
  state: ProjectState,
  jobId: string,
  predictionId: string,
): ProjectEvent[] {
  const job = open(state, jobId);
  return job?.predictionId === null ? [accepted({ jobId, sceneId: job.sceneId }, predictionId)] : [];
}

/** One event swaps placeholders for results: at no moment are both or neither in the scene. */
export function decideComplete<Kept>(
  { completed }: Pick<KindSteps<Kept>, 'completed'>,
  state: ProjectState,
  jobId: string,
  outcome: Kept & { usd: number },
): ProjectEvent[] {
  const job = open(state, jobId);
  return job ? [completed({ jobId, sceneId: job.sceneId }, outcome)] : [];
}

export function decideFail(state: ProjectState, jobId: string, error: string): ProjectEvent[] {
  const job = open(state, jobId);
  return job ? [{ type: JOB_EVENTS[job.kind].failed, data: { jobId, sceneId: job.sceneId, error } }] : [];
}
