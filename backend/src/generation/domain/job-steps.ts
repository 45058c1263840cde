import {
  type GenerationJob,
  isActive,
  jobEventType,
  type JobKind,
  type ProjectEvent,
  type ProjectState,
} from '../../storyboard';

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

export function decideAccept(kind: JobKind, state: ProjectState, jobId: string, predictionId: string): ProjectEvent[] {
  const job = open(state, jobId);
  return job?.predictionId === null ? [kind.accepted({ jobId, sceneId: job.sceneId }, predictionId)] : [];
}

/** One event swaps placeholders for results: at no moment are both or neither in the scene. */
export function decideComplete<Made>(
  kind: JobKind<unknown, Made>,
  state: ProjectState,
  jobId: string,
  outcome: Made & { usd: number },
): ProjectEvent[] {
  const job = open(state, jobId);
  return job ? [kind.completed({ jobId, sceneId: job.sceneId, ...outcome })] : [];
}

export function decideFail(state: ProjectState, jobId: string, error: string): ProjectEvent[] {
  const job = open(state, jobId);
  return job ? [{ type: jobEventType(job.kind, 'Failed'), data: { jobId, sceneId: job.sceneId, error } }] : [];
}
