import { LIMITS, validDuration } from '@storyreel/contracts';
import type { ModelSchema, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasStatus } from '../../../platform/http/api-client';
import { reasonOf, requireSaved } from '../../../platform/http/failures';
import { idempotencyKeys } from '../../../platform/http/idempotency-keys';
import { useExternalStore } from '../../../platform/store';
import { tellFailure, toast } from '../../../ui';
import { currentSceneField, flushScene } from '../../scenes/useSceneAutosave';
import { formatDollars, formatZaps } from '../../zaps/format';
import { generateVideo, refreshMedia } from '../api';
import { mainImageUrl } from '../media/assets';
import { placeholderVideo, predictionTracker, showPlaceholder } from './prediction-tracker';
import { videoSettings } from './settings-form';
import type { VideoOrder } from './settings-form';
import type { VideoSettingsState } from './useVideoSettings';

/** Returns the video prompt, or else another text of the scene. */
function promptOf(scene: Scene): string {
  const fields = ['videoPrompt', 'description', 'title'] as const;
  return fields.map((field) => currentSceneField(scene, field).trim()).find((text) => text !== '') ?? '';
}

async function start(queryClient: QueryClient, scene: Scene, order: VideoOrder, schema: ModelSchema): Promise<void> {
  const tracker = predictionTracker(queryClient);
  requireSaved(await flushScene(scene.id));
  const { modelId, from } = order;
  const settings = videoSettings(order, promptOf(scene), schema);
  const request = { sceneId: scene.id, modelId, settings, ...(from && { from }) };
  const { predictionId, costInfo } = await idempotencyKeys.once(`video/${scene.id}`, request, (idempotencyKey) =>
    generateVideo({ ...request, idempotencyKey }),
  );
  const place = { sceneId: scene.id, projectId: scene.projectId };
  tracker.started(predictionId, place);
  showPlaceholder(queryClient, place, placeholderVideo(predictionId, validDuration(modelId, order.duration)));
  const { creditsUsed: zaps } = costInfo;
  const description = `Cost: ${formatZaps(zaps)} zaps (${formatDollars(zaps, 2)})`;
  toast({ title: 'Video generation started', description });
}

/** Starts a video from the scene's main image, unless another start is in progress. */
export async function startVideoGeneration(
  queryClient: QueryClient,
  scene: Scene | null,
  order: VideoOrder,
  schema: ModelSchema,
): Promise<void> {
  if (!scene) return tellFailure('Scene not available');
  if (mainImageUrl(scene) === null) {
    return tellFailure('No image to convert', 'Please generate or upload an image for this scene first.');
  }
  if (scene.videos.length >= LIMITS.assetsPerScene)
    return tellFailure(`Maximum ${LIMITS.assetsPerScene} videos reached`);
  const tracker = predictionTracker(queryClient);
  if (!tracker.starts.begin(scene.id)) return;
  try {
    await start(queryClient, scene, order, schema);
  } catch (error) {
    // Not an error: another window, or a click whose response was lost, has already started the video.
    if (hasStatus(error, 409)) toast({ title: 'This clip is already being generated', description: reasonOf(error) });
    else tellFailure('Video generation failed', reasonOf(error) ?? 'Please try again.');
  }
  await refreshMedia(queryClient, scene.projectId);
  tracker.starts.end(scene.id);
}

/** Starts a scene's videos, and tracks those that were already in progress when the scene was loaded. */
export function useVideoGeneration(scene: Scene, { order, schema }: VideoSettingsState) {
  const queryClient = useQueryClient();
  const tracker = predictionTracker(queryClient);
  const starting = useExternalStore(tracker.subscribe, () => tracker.starts.isStarting(scene.id));
  const begunAt = useExternalStore(tracker.subscribe, () => tracker.starts.begunAt(scene.id));
  useEffect(() => tracker.resume(scene), [tracker, scene]);
  const generate = async () => {
    if (order && schema) await startVideoGeneration(queryClient, scene, order, schema);
  };
  return { starting, begunAt, generate };
}
