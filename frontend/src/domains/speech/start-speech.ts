import type { Scene, SpeakerVoice } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { hasStatus } from '../../platform/api-client';
import { idempotencyKeys } from '../../platform/intentions';
import { reasonOf, requireSaved } from '../../platform/reasons';
import { tellFailure, toast } from '../../ui';
import { refreshMedia } from '../media/refresh-media';
import { flushProject } from '../projects/useProjectAutosave';
import { flushScene } from '../scenes/useSceneAutosave';
import { generateSpeech } from './queries';
import { speechTracker } from './speech-tracker';

/**
 * Has a scene narrated. A second call while it is being started does nothing. Rejects never.
 * @param spoken what would be heard: said again, it is the same order
 */
export async function startSpeech(
  queryClient: QueryClient,
  scene: Scene,
  spoken: { words: string; voice: SpeakerVoice | null },
): Promise<void> {
  const tracker = speechTracker(queryClient);
  if (!tracker.starts.begin(scene.id)) return;
  try {
    requireSaved(await flushScene(scene.id), await flushProject(scene.projectId));
    await idempotencyKeys.once(`speech/${scene.id}`, spoken, (idempotencyKey) =>
      generateSpeech({ sceneId: scene.id, idempotencyKey }),
    );
    tracker.started(scene);
  } catch (error) {
    // Another window, or a click whose answer was lost, has ordered it: nothing went wrong.
    if (hasStatus(error, 409)) toast({ title: 'This scene is already being narrated', description: reasonOf(error) });
    else tellFailure('Narration failed', reasonOf(error) ?? 'Please try again.');
  }
  await refreshMedia(queryClient, scene.projectId);
  tracker.starts.end(scene.id);
}
