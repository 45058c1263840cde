import { IMAGE_MODEL, imageModels } from '@storyreel/contracts';
import type { GenerateImageResponse, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { apiRequest, hasStatus } from '../../../platform/http/api-client';
import { reasonOf, requireSaved } from '../../../platform/http/failures';
import { idempotencyKeys } from '../../../platform/http/idempotency-keys';
import { lazySchema } from '../../../platform/lazy/lazy-schema';
import { logError } from '../../../platform/log';
import { onePerWindow } from '../../../platform/cache/query-client';
import { createKeyedStore, useExternalStore } from '../../../platform/store';
import { tellError, tellFailure, toast } from '../../../ui';
import { useModels } from '../../account/models-api';
import { currentSceneField, flushScene } from '../../scenes/useSceneAutosave';
import { generateImage, readImageQueue, refreshImageQueue, refreshMedia } from '../api';
import { imageJobTracker, markProcessingFailed } from './image-job-tracker';
import type { ImageActivity, ImageJobTracker } from './image-job-tracker';
import { continueRecovery, startRecovery } from './stuck-images';
import type { RecoveryEvent, RecoveryStep } from './stuck-images';

/** Removes the scene's failed and stuck slots; completed images are kept. */
export async function clearDeadImages(queryClient: QueryClient, scene: Scene): Promise<void> {
  try {
    const path = `/api/scenes/${scene.id}/cleanup-dead-images`;
    const schema = lazySchema('cleanupDeadImagesResponseSchema');
    const { removedCount, remainingCount } = await apiRequest('POST', path, undefined, { schema });
    toast({ title: 'Images cleaned up', description: `${removedCount} removed, ${remainingCount} remaining` });
  } catch (error) {
    tellError('Cleanup failed', error);
  }
  await refreshMedia(queryClient, scene.projectId);
}

const wait = (tracker: ImageJobTracker, ms: number): Promise<void> =>
  new Promise((resolve) => tracker.timers.setTimeout(resolve, ms));

async function lookIntoQueue(scene: Scene): Promise<RecoveryEvent> {
  try {
    const queue = await readImageQueue();
    return {
      type: 'queueRead',
      activeJobId: queue.jobs.find((job) => job.sceneId === scene.id)?.id ?? null,
      hasJobIds: scene.imageJobIds.some((jobId) => jobId !== null && jobId !== ''),
    };
  } catch {
    // After any error, the queue is unknown; the state machine decides whether to retry.
    return { type: 'networkFailed' };
  }
}

async function act(queryClient: QueryClient, scene: Scene, step: RecoveryStep): Promise<RecoveryEvent | null> {
  const tracker = imageJobTracker(queryClient);
  const { effect } = step;
  switch (effect.type) {
    case 'wait':
      await wait(tracker, effect.ms);
      return { type: 'timerFired' };
    case 'readQueue':
      return lookIntoQueue(scene);
    case 'resumePolling':
      tracker.jobs.track(effect.jobId, { sceneId: scene.id, projectId: scene.projectId });
      return null;
    case 'markFailed':
      await markProcessingFailed(queryClient, scene.id);
      return null;
    case 'end':
      return null;
    default: {
      const impossible: never = effect;
      return impossible;
    }
  }
}

/**
 * Finds the job of a scene whose status is 'processing' when it is opened, or marks the scene's slots as failed. Never
 * rejects.
 */
async function recoverImageJob(queryClient: QueryClient, scene: Scene): Promise<void> {
  const tracker = imageJobTracker(queryClient);
  if (!tracker.begin(scene.id, 'recovering')) return;
  try {
    let step = startRecovery(tracker.msSinceStart(scene.id));
    let event = await act(queryClient, scene, step);
    // Stops when a generation was started meanwhile, since that tracks the scene itself.
    while (event && tracker.activity(scene.id) === 'recovering') {
      step = continueRecovery(step.state, event);
      event = await act(queryClient, scene, step);
    }
  } catch (error) {
    logError('A stuck image generation could not be given up', error);
  } finally {
    tracker.end(scene.id, 'recovering');
  }
}

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

/** The model chosen for each project's images, kept for as long as the window is open. */
const imageChoices = onePerWindow(() => createKeyedStore<string>());

/** Returns the image models that can be chosen here, and the chosen one. */
export function useImageModel(projectId: string) {
  const { data, isPending } = useModels();
  const choices = imageChoices(useQueryClient());
  const chosen = useExternalStore(choices.subscribe, () => choices.get(projectId));
  const offered = imageModels().filter(({ id }) => data?.offered.includes(id));
  const model = offered.find(({ id }) => id === chosen)?.id ?? IMAGE_MODEL;
  return { model, offered, isPending, choose: (id: string) => choices.set(projectId, id) };
}

/** Starts to generate four images for a scene, unless a generation is in progress. */
export async function startImageGeneration(
  queryClient: QueryClient,
  scene: Scene | null,
  variationOf?: string,
): Promise<void> {
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
    const model = imageChoices(queryClient).get(projectId) ?? IMAGE_MODEL;
    const order = { sceneId, prompt, model, projectId, ...(variationOf !== undefined && { variationOf }) };
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

/**
 * Starts the generation of a scene's images, and resumes tracking one that was in progress when the scene was opened.
 */
export function useImageGeneration(scene: Scene | null): { activity: ImageActivity; generate: () => Promise<void> } {
  const queryClient = useQueryClient();
  const tracker = imageJobTracker(queryClient);
  const sceneId = scene?.id ?? '';
  const activity = useExternalStore(tracker.subscribe, () => tracker.activity(sceneId));

  const openedWith = useRef<string | null>(null);
  useEffect(() => {
    if (!scene || openedWith.current === scene.id) return;
    openedWith.current = scene.id;
    if (scene.imageStatuses.includes('processing')) void recoverImageJob(queryClient, scene);
  }, [queryClient, scene]);

  return { activity, generate: () => startImageGeneration(queryClient, scene) };
}
