import { predictionIdOf, type Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { browserTimers, type Timers } from '../../platform/autosave-types';
import { PollRegistry } from '../../platform/poll-registry';
import { onePerWindow } from '../../platform/query-client';
import { createChanges } from '../../platform/store';
import { SceneStarts } from '../scenes/scene-starts';
import { pollPrediction, tellSilence, type TrackedPrediction } from './poll-prediction';

const PREDICTION_POLL_MS = 3_000;
const UNKNOWN = { startedAt: null, progress: null, looks: 0 };

/** The videos that are being made, each polled once for the whole window, and the scenes that are starting one. */
class PredictionTracker {
  readonly predictions: PollRegistry<TrackedPrediction>;
  private readonly changes = createChanges();
  readonly starts: SceneStarts;

  constructor(
    queryClient: QueryClient,
    private readonly timers: Timers = browserTimers,
  ) {
    this.starts = new SceneStarts(timers, this.changes.announce);
    this.predictions = new PollRegistry({
      intervalMs: PREDICTION_POLL_MS,
      timers,
      poll: async (id, tracked) => {
        const verdict = await pollPrediction(queryClient, id, tracked);
        this.changes.announce();
        return verdict;
      },
      onSilence: tellSilence,
    });
    this.predictions.subscribe(this.changes.announce);
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

  subscribe = this.changes.subscribe;
}

/** The window's tracker. */
export const predictionTracker = onePerWindow((queryClient) => new PredictionTracker(queryClient));
