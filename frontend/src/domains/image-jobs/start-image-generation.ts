import { IMAGE_MODEL, type GenerateImageResponse, type Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { hasStatus } from '../../platform/api-client';
import { idempotencyKeys } from '../../platform/intentions';
import { reasonOf, requireSaved } from '../../platform/reasons';
import { tellFailure, toast } from '../../ui';
import { refreshMedia } from '../media/refresh-media';
import { currentSceneField, flushScene } from '../scenes/useSceneAutosave';
import { imageJobTracker } from './image-job-tracker';
import { generateImage, refreshImageQueue } from './queries';

const alreadyInProgress = (error: unknown): boolean =>
  hasStatus(error, 409) || (error instanceof Error && /already in progress/i.test(error.message));

function announceStart({ queuePosition, queueStats }: GenerateImageResponse): void {
  if (queuePosition === 0) {
    toast({ title: 'Image generation started' });
    return;
  }
  toast({
    title: 'Image generation queued',
    description: `Position ${queuePosition} in the queue, ${queueStats.activeJobs} active jobs`,
  });
}

function announceFailure(error: unknown): void {
  if (alreadyInProgress(error)) {
    toast({ title: 'Generation already in progress' });
    return;
  }
  tellFailure('Failed to start image generation', reasonOf(error));
}

/** Starts one generation of four images for a scene. A second call while one is under way does nothing. */
export async function startImageGeneration(queryClient: QueryClient, scene: Scene | null): Promise<void> {
  if (!scene) return tellFailure('No scene selected');
  const prompt = currentSceneField(scene, 'imagePrompt');
  if (prompt.trim() === '') {
    return tellFailure('No image prompt', 'Please add an image prompt first before generating images.');
  }
  const tracker = imageJobTracker(queryClient);
  if (!tracker.begin(scene.id, 'starting')) return;
  try {
    requireSaved(await flushScene(scene.id));
    const { id: sceneId, projectId } = scene;
    const order = { sceneId, prompt, model: IMAGE_MODEL, projectId };
    const started = await idempotencyKeys.once(`image/${sceneId}`, order, (idempotencyKey) =>
      generateImage({ ...order, idempotencyKey }),
    );
    tracker.jobStarted(started.jobId, { sceneId, projectId });
    announceStart(started);
  } catch (error) {
    announceFailure(error);
  }
  await Promise.all([refreshMedia(queryClient, scene.projectId), refreshImageQueue(queryClient)]);
  tracker.end(scene.id, 'starting');
}
