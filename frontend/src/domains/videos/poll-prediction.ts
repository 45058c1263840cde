import type { Prediction } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import type { Verdict } from '../../platform/poll-registry';
import { ApiError, isSessionOver } from '../../platform/api-client';
import { logError } from '../../platform/log';
import { tellFailure, toast } from '../../ui';
import { refreshMedia } from '../media/refresh-media';
import { readScene, setSceneInCache } from '../scenes/queries';
import { hasPlaceholder, removePlaceholder } from './placeholder';
import { readPrediction } from './queries';

export interface TrackedPrediction {
  sceneId: string;
  projectId: string;
  /** Milliseconds since the epoch when this window started it; null when it was found on load. */
  startedAt: number | null;
  /** 0 to 1; null while unknown. */
  progress: number | null;
  /** Looks at the scene, after success, that still found the placeholder. */
  looks: number;
}

/** What says something about the server, and nothing about the clip, which goes on being made meanwhile. */
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

/** The server swaps the placeholder for the clip; the scene is read again for the clip's permanent address. */
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

/** Said when the server has not told anything about a clip for a while. */
export function tellSilence(): void {
  const description = "Can't reach the server right now. We'll keep trying.";
  toast({ title: 'Still waiting for the clip', description });
}

/** One look at a prediction and what follows from it. Rejects when the server could not tell. */
export async function pollPrediction(
  queryClient: QueryClient,
  id: string,
  tracked: TrackedPrediction,
): Promise<Verdict> {
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
