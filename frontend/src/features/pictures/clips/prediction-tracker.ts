import { PLACEHOLDER_VIDEO, placeholderVideoId, predictionIdOf } from '@storyreel/contracts';
import type { Prediction, PushMessage, Scene, VideoItem } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { browserTimers } from '../../../platform/autosave/autosave-types';
import type { Timers } from '../../../platform/autosave/autosave-types';
import { onePerWindow } from '../../../platform/cache/query-client';
import { ApiError, isSessionOver } from '../../../platform/http/api-client';
import { unlessGone } from '../../../platform/http/failures';
import { logError } from '../../../platform/log';
import { PollRegistry } from '../../../platform/realtime/poll-registry';
import type { Verdict } from '../../../platform/realtime/poll-registry';
import { createChanges } from '../../../platform/store';
import { tellFailure, toast } from '../../../ui';
import {
  changeCachedScenes,
  changeScene,
  readScene,
  refreshScenes,
  sceneChanges,
  setSceneInCache,
} from '../../scenes/api';
import { SceneStarts } from '../../scenes/scene-starts';
import { deleteVideoById, readPrediction, refreshMedia } from '../api';

interface Place {
  sceneId: string;
  projectId: string;
}

export const placeholderVideo = (predictionId: string, duration: number): VideoItem => ({
  ...PLACEHOLDER_VIDEO,
  id: placeholderVideoId(predictionId),
  duration,
  thumbnail: null,
  status: 'processing',
});

const hasPlaceholder = (scene: Scene, predictionId: string): boolean =>
  scene.videos.some(({ id }) => id === placeholderVideoId(predictionId));

/** Shows a placeholder until the next fetch returns the server's own placeholder. */
export function showPlaceholder(queryClient: QueryClient, place: Place, placeholder: VideoItem): void {
  const shown = changeScene(place.sceneId, (scene) =>
    scene.videos.some(({ id }) => id === placeholder.id) ? scene : { ...scene, videos: [...scene.videos, placeholder] },
  );
  changeCachedScenes(queryClient, place.projectId, shown);
}

/** Removes the placeholder from the screen at once, and then from the server, which may already have removed it. */
async function removePlaceholder(queryClient: QueryClient, place: Place, predictionId: string): Promise<void> {
  const placeholderId = placeholderVideoId(predictionId);
  const removed = changeScene(place.sceneId, (scene) => ({
    ...scene,
    videos: scene.videos.filter(({ id }) => id !== placeholderId),
  }));
  const refresh = () => refreshScenes(queryClient, place.projectId);
  try {
    await sceneChanges.make(queryClient, {
      apply: removed,
      save: () => deleteVideoById(place.sceneId, placeholderId).catch(unlessGone),
      settle: () => {
        changeCachedScenes(queryClient, place.projectId, removed);
        return refresh();
      },
    });
  } catch (error) {
    await refresh();
    throw error;
  }
}

interface TrackedPrediction {
  sceneId: string;
  projectId: string;
  /**
   * Start time in milliseconds since 1970 if this window started the video; null if the video was already in progress
   * when the scene was loaded.
   */
  startedAt: number | null;
  /** Progress from 0 to 1; null while unknown. */
  progress: number | null;
  /** Number of fetches after success in which the scene still contained the placeholder. */
  looks: number;
}

/** Returns true when an error concerns only the server's availability, so that the clip is still being made. */
const isBusy = ({ status }: ApiError): boolean => status === 429 || status >= 500;
const MAX_LOOKS = 3;

async function fail(
  queryClient: QueryClient,
  id: string,
  tracked: TrackedPrediction,
  reason: string,
): Promise<Verdict> {
  try {
    await removePlaceholder(queryClient, tracked, id);
  } catch (error) {
    logError('The placeholder of a failed video could not be removed', error);
  }
  tellFailure('Video generation failed', reason);
  await refreshMedia(queryClient, tracked.projectId);
  return 'done';
}

async function cleanUp(queryClient: QueryClient, id: string, tracked: TrackedPrediction): Promise<Verdict> {
  await removePlaceholder(queryClient, tracked, id);
  toast({
    title: 'Video generation cleaned up',
    description: 'Removed stale processing video that no longer exists.',
  });
  await refreshMedia(queryClient, tracked.projectId);
  return 'done';
}

/** Refetches the scene, in which the server has replaced the placeholder by the clip and its permanent address. */
async function finish(queryClient: QueryClient, id: string, tracked: TrackedPrediction): Promise<Verdict> {
  const scene = await readScene(tracked.sceneId);
  setSceneInCache(queryClient, scene);
  if (!hasPlaceholder(scene, id)) {
    await refreshMedia(queryClient, tracked.projectId);
    toast({ title: 'Video generated successfully!' });
    return 'done';
  }
  tracked.looks += 1;
  if (tracked.looks < MAX_LOOKS) return 'soon';
  tellFailure('Video processing error', 'Failed to finalize video generation. Please try again.');
  return 'done';
}

async function afterError(queryClient: QueryClient, id: string, tracked: TrackedPrediction, error: ApiError) {
  if (error.status === 404) return cleanUp(queryClient, id, tracked);
  return fail(queryClient, id, tracked, error.serverMessage ?? error.message);
}

/** Announces that the state of a clip could not be read for some time. */
function tellSilence(): void {
  const description = "Can't reach the server right now. We'll keep trying.";
  toast({ title: 'Still waiting for the clip', description });
}

/** Polls a prediction once and handles its state. Rejects when the server did not answer. */
async function pollPrediction(queryClient: QueryClient, id: string, tracked: TrackedPrediction): Promise<Verdict> {
  let prediction: Prediction;
  try {
    prediction = await readPrediction(id);
  } catch (error) {
    if (!(error instanceof ApiError) || isBusy(error) || isSessionOver(error)) throw error;
    return afterError(queryClient, id, tracked, error);
  }
  tracked.progress = prediction.progress;
  if (prediction.status === 'succeeded') return finish(queryClient, id, tracked);
  if (prediction.status === 'failed' || prediction.status === 'canceled') {
    return fail(queryClient, id, tracked, prediction.error ?? 'Something went wrong while making the clip.');
  }
  return 'again';
}

const PREDICTION_POLL_MS = 3_000;
const UNKNOWN = { startedAt: null, progress: null, looks: 0 };

/** Tracks the videos in progress, each polled once per window, and the scenes for which a video is being started. */
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

  /** Tracks the placeholders of a loaded scene. */
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

/** The tracker of this window. */
export const predictionTracker = onePerWindow((queryClient) => new PredictionTracker(queryClient));

/** Polls a changed video at once, without waiting for the interval. The scene itself arrives with scenesChanged. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'videoJobsChanged') return;
  for (const job of message.jobs) predictionTracker(queryClient).predictions.checkNow(job.id);
}
