import type { QueryClient } from '@tanstack/react-query';
import { PollRegistry } from '../../platform/poll-registry';
import { browserTimers, type AutosaveTimers } from '../../platform/autosave-types';
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
  private readonly listeners = new Set<() => void>();

  constructor(
    queryClient: QueryClient,
    readonly timers: AutosaveTimers = browserTimers,
  ) {
    this.jobs = new PollRegistry({
      intervalMs: JOB_POLL_MS,
      timers,
      poll: (jobId, job) => pollImageJob(queryClient, jobId, job),
    });
    this.jobs.subscribe(() => this.notify());
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
    this.notify();
    return true;
  }

  end(sceneId: string, work: 'starting' | 'recovering'): void {
    if (this.busy.get(sceneId) !== work) return;
    this.busy.delete(sceneId);
    this.notify();
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

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

const trackers = new WeakMap<QueryClient, ImageJobTracker>();

/** The window's tracker. */
export function imageJobTracker(queryClient: QueryClient): ImageJobTracker {
  let tracker = trackers.get(queryClient);
  if (!tracker) {
    tracker = new ImageJobTracker(queryClient);
    trackers.set(queryClient, tracker);
  }
  return tracker;
}
