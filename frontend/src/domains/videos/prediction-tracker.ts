import { predictionIdOf, type Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { PollRegistry } from '../../platform/poll-registry';
import { browserTimers, type AutosaveTimers } from '../../platform/autosave-types';
import { pollPrediction, type TrackedPrediction } from './poll-prediction';

const PREDICTION_POLL_MS = 3_000;
const UNKNOWN = { startedAt: null, progress: null, serverErrors: 0, looks: 0 };

/** The videos that are being made, each polled once for the whole window, and the scenes that are starting one. */
class PredictionTracker {
  readonly predictions: PollRegistry<TrackedPrediction>;
  private readonly starting = new Set<string>();
  private readonly listeners = new Set<() => void>();

  constructor(
    queryClient: QueryClient,
    private readonly timers: AutosaveTimers = browserTimers,
  ) {
    this.predictions = new PollRegistry({
      intervalMs: PREDICTION_POLL_MS,
      timers,
      poll: async (id, tracked) => {
        const verdict = await pollPrediction(queryClient, id, tracked);
        this.notify();
        return verdict;
      },
    });
    this.predictions.subscribe(() => this.notify());
  }

  isStarting = (sceneId: string): boolean => this.starting.has(sceneId);

  /** False when a start is under way for the scene already. */
  begin(sceneId: string): boolean {
    if (this.starting.has(sceneId)) return false;
    this.starting.add(sceneId);
    this.notify();
    return true;
  }

  end(sceneId: string): void {
    this.starting.delete(sceneId);
    this.notify();
  }

  started(predictionId: string, place: Pick<TrackedPrediction, 'sceneId' | 'projectId'>): void {
    this.predictions.track(predictionId, { ...place, ...UNKNOWN, startedAt: this.timers.now() });
  }

  /** Takes up the placeholders that a scene was loaded with. */
  resume(scene: Scene): void {
    for (const video of scene.videos) {
      const predictionId = video.status === 'processing' ? predictionIdOf(video.id) : null;
      if (predictionId === null) continue;
      const { id: sceneId, projectId } = scene;
      this.predictions.track(predictionId, { sceneId, projectId, ...UNKNOWN }, 'atOnce');
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

const trackers = new WeakMap<QueryClient, PredictionTracker>();

/** The window's tracker. */
export function predictionTracker(queryClient: QueryClient): PredictionTracker {
  let tracker = trackers.get(queryClient);
  if (!tracker) {
    tracker = new PredictionTracker(queryClient);
    trackers.set(queryClient, tracker);
  }
  return tracker;
}
