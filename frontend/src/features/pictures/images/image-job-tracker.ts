import type { ImageJob, ImageWork, PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { browserTimers } from '../../../platform/autosave/autosave-types';
import type { Timers } from '../../../platform/autosave/autosave-types';
import { onePerWindow } from '../../../platform/cache/query-client';
import { apiRequest, hasStatus } from '../../../platform/http/api-client';
import { lazySchema } from '../../../platform/lazy/lazy-schema';
import { PollRegistry } from '../../../platform/realtime/poll-registry';
import type { Verdict } from '../../../platform/realtime/poll-registry';
import { createChanges } from '../../../platform/store';
import { tellFailure, toast } from '../../../ui';
import { readScene, setSceneInCache } from '../../scenes/api';
import { readImageJob, refreshImageQueue, refreshMedia } from '../api';
import { failProcessingSlots } from './stuck-images';

interface TrackedJob {
  sceneId: string;
  projectId: string;
  /** Kind of work; absent for new images. */
  work?: ImageWork;
  /** Sends the same request again, after a failure. */
  again?: () => void;
}

/** Marks slots that are still processing as failed, after a fresh fetch of the scene. */
export async function markProcessingFailed(queryClient: QueryClient, sceneId: string): Promise<void> {
  const scene = await readScene(sceneId);
  const patch = failProcessingSlots(scene);
  const saved = patch
    ? await apiRequest('PATCH', `/api/scenes/${sceneId}`, patch, { schema: lazySchema('sceneSchema') })
    : scene;
  setSceneInCache(queryClient, saved);
}

/** Refetches everything that the end of a job affects: the scene, the project's dots, the balance and the queue. */
async function refreshAfter(queryClient: QueryClient, projectId: string): Promise<void> {
  await Promise.all([refreshMedia(queryClient, projectId), refreshImageQueue(queryClient)]);
}

const DONE: Record<Exclude<ImageWork, 'image'>, { made: string; failed: string }> = {
  imageEdit: { made: 'Image edited', failed: 'The image could not be edited' },
  upscale: { made: 'Image upscaled', failed: 'The image could not be upscaled' },
};

/** Announces that another version of an image is ready. */
function announceVersion(job: ImageJob, work: keyof typeof DONE, again: (() => void) | undefined): void {
  if (job.status === 'completed') {
    toast({ title: DONE[work].made, description: 'The new version is beside the image.' });
    return;
  }
  toast({
    title: DONE[work].failed,
    description: job.error ?? 'An error occurred. Nothing was charged.',
    variant: 'destructive',
    ...(again && { action: { label: 'Try Again', onClick: again } }),
  });
}

function announce(job: ImageJob, { work = job.work ?? 'image', again }: TrackedJob): void {
  if (work !== 'image') return announceVersion(job, work, again);
  if (job.status === 'completed') {
    const count = job.result?.imageUrls.length ?? 0;
    toast({ title: 'Images generated successfully', description: `${count} images are now available` });
  } else {
    tellFailure('Image generation failed', job.error ?? 'An error occurred during image generation.');
  }
}

async function jobIsGone(queryClient: QueryClient, { sceneId, projectId }: TrackedJob): Promise<void> {
  await markProcessingFailed(queryClient, sceneId);
  tellFailure('Generation interrupted', 'The job was not found. Please try generating images again.');
  await refreshAfter(queryClient, projectId);
}

/** Polls a job once and handles its state. Rejects when the server cannot be reached. */
async function pollImageJob(queryClient: QueryClient, jobId: string, tracked: TrackedJob): Promise<Verdict> {
  let job: ImageJob;
  try {
    job = await readImageJob(jobId);
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
    await jobIsGone(queryClient, tracked);
    return 'done';
  }
  if (job.status === 'queued' || job.status === 'processing') return 'again';
  await refreshAfter(queryClient, tracked.projectId);
  announce(job, tracked);
  return 'done';
}

const JOB_POLL_MS = 5_000;

/** What this window is doing with a scene's images. */
export type ImageActivity = 'idle' | 'starting' | 'recovering' | 'polling';

/**
 * Tracks image jobs of all scenes. It lives as long as the window, not as a component: leaving the Build tab neither
 * stops polling nor starts it twice.
 */
export class ImageJobTracker {
  readonly jobs: PollRegistry<TrackedJob>;
  private readonly busy = new Map<string, 'starting' | 'recovering'>();
  private readonly startedAt = new Map<string, number>();
  private readonly changes = createChanges();

  constructor(
    queryClient: QueryClient,
    readonly timers: Timers = browserTimers,
  ) {
    this.jobs = new PollRegistry({
      intervalMs: JOB_POLL_MS,
      timers,
      poll: (jobId, job) => pollImageJob(queryClient, jobId, job),
    });
    this.jobs.subscribe(this.changes.announce);
  }

  activity(sceneId: string): ImageActivity {
    // Work on a single image does not prevent generating new images in the scene.
    if (this.jobs.some((job) => job.sceneId === sceneId && (job.work ?? 'image') === 'image')) return 'polling';
    return this.busy.get(sceneId) ?? 'idle';
  }

  /**
   * Begins work on a scene; returns false when the scene is already busy. A new generation takes precedence over a
   * recovery.
   */
  begin(sceneId: string, work: 'starting' | 'recovering'): boolean {
    const activity = this.activity(sceneId);
    if (activity !== 'idle' && !(activity === 'recovering' && work === 'starting')) return false;
    this.busy.set(sceneId, work);
    this.changes.announce();
    return true;
  }

  end(sceneId: string, work: 'starting' | 'recovering'): void {
    if (this.busy.get(sceneId) !== work) return;
    this.busy.delete(sceneId);
    this.changes.announce();
  }

  jobStarted(jobId: string, job: TrackedJob): void {
    this.startedAt.set(job.sceneId, this.timers.now());
    this.jobs.track(jobId, job);
  }

  /** Returns the milliseconds since this window last started a job for the scene; null if it never did. */
  msSinceStart(sceneId: string): number | null {
    const startedAt = this.startedAt.get(sceneId);
    return startedAt === undefined ? null : this.timers.now() - startedAt;
  }

  subscribe = this.changes.subscribe;
}

/** The tracker of this window. */
export const imageJobTracker = onePerWindow((queryClient) => new ImageJobTracker(queryClient));

/** After a change of a job, refetches the queue and polls the changed job at once. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'imageJobsChanged') return;
  void refreshImageQueue(queryClient);
  for (const job of message.jobs) imageJobTracker(queryClient).jobs.checkNow(job.id);
}
