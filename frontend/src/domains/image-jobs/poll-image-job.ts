import type { ImageJob } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import type { Verdict } from '../../platform/poll-registry';
import { apiRequest, hasStatus } from '../../platform/api-client';
import { lazySchema } from '../../platform/lazy-schema';
import { tellFailure, toast } from '../../ui';
import { refreshMedia } from '../media/refresh-media';
import { readScene, setSceneInCache } from '../scenes/queries';
import { failProcessingSlots } from './image-status';
import { readImageJob, refreshImageQueue } from './queries';

export interface TrackedJob {
  sceneId: string;
  projectId: string;
}

/** Gives up on the slots still processing, by what the server holds now and not by what this window remembers. */
export async function markProcessingFailed(queryClient: QueryClient, sceneId: string): Promise<void> {
  const scene = await readScene(sceneId);
  const patch = failProcessingSlots(scene);
  const saved = patch
    ? await apiRequest('PATCH', `/api/scenes/${sceneId}`, patch, { schema: lazySchema('sceneSchema') })
    : scene;
  setSceneInCache(queryClient, saved);
}

/** Images made by a job that ended count in the scene, in the project's dots and in the balance. */
async function refreshAfter(queryClient: QueryClient, projectId: string): Promise<void> {
  await Promise.all([refreshMedia(queryClient, projectId), refreshImageQueue(queryClient)]);
}

function announce(job: ImageJob): void {
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

/** One look at a job and what follows from it. Rejects when the server could not be asked. */
export async function pollImageJob(queryClient: QueryClient, jobId: string, tracked: TrackedJob): Promise<Verdict> {
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
  announce(job);
  return 'done';
}
