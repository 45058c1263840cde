import type { QueryClient } from '@tanstack/react-query';
import { browserTimers, type Timers } from '../../platform/autosave-types';
import { PollRegistry } from '../../platform/poll-registry';
import { onePerWindow } from '../../platform/query-client';
import { createChanges } from '../../platform/store';
import { pollImageJob, type TrackedJob } from './poll-image-job';

const JOB_POLL_MS = 5_000;

/** What this window does for a scene's images. */
export type ImageActivity = 'idle' | 'starting' | 'recovering' | 'polling';

/**
 * What is under way for the images of all scenes. It lives as long as the window, not as long as a component: leaving
 * the Build tab neither stops a poll nor starts a second one.
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
    if (this.jobs.some((job) => job.sceneId === sceneId)) return 'polling';
    return this.busy.get(sceneId) ?? 'idle';
  }

  /** False when something is under way for the scene already. A recovery gives way to a new generation. */
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

  /** Milliseconds since this window last started a job for the scene; null if it never did. */
  msSinceStart(sceneId: string): number | null {
    const startedAt = this.startedAt.get(sceneId);
    return startedAt === undefined ? null : this.timers.now() - startedAt;
  }

  subscribe = this.changes.subscribe;
}

/** The window's tracker. */
export const imageJobTracker = onePerWindow((queryClient) => new ImageJobTracker(queryClient));
