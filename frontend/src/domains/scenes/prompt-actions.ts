import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { describeSceneResponseSchema, isBlank, type Project, type Scene } from '@storyreel/contracts';
import { apiRequest } from '../../platform/api-client';
import { intentions, keyHeader } from '../../platform/intentions';
import { requireSaved, unsavedReason } from '../../platform/reasons';
import { tellFailure, toast } from '../../ui';
import { refreshProjects } from '../projects/queries';
import { refreshBalance } from '../zaps/queries';
import { continuityDetailsOf } from './continuity-details';
import { imagePromptFrom } from './image-prompt';
import { refreshScenes, setSceneInCache } from './scene-cache';
import { currentSceneField, flushScene, saveSceneFieldNow } from './useSceneAutosave';

/** Has a scene described by the server, which writes its image and video prompts as well. */
export async function describeScene(
  queryClient: QueryClient,
  project: Project,
  sceneId: string,
  signal?: AbortSignal,
): Promise<void> {
  requireSaved(await flushScene(sceneId));
  const body = { continuityDetails: continuityDetailsOf(project) };
  const { scene } = await intentions.once(`describe/${sceneId}`, body, (key) =>
    apiRequest('POST', `/api/ai/generate/scene-description/${sceneId}`, body, {
      schema: describeSceneResponseSchema,
      signal,
      headers: keyHeader(key),
    }),
  );
  setSceneInCache(queryClient, scene);
}

/** The actions under a scene's texts. Each says by a toast how it went, and rejects never. */
export function usePromptActions(scene: Scene) {
  const queryClient = useQueryClient();

  async function regenerateDescription(project: Project): Promise<void> {
    try {
      await describeScene(queryClient, project, scene.id);
      toast({ title: 'Scene description & prompts regenerated' });
    } catch (error) {
      tellFailure('Failed to regenerate scene description', unsavedReason(error));
    }
    await Promise.all([refreshBalance(queryClient), refreshProjects(queryClient)]);
  }

  /** Has the server write one of the scene's prompts. */
  async function writePrompt(subject: string, path: string, told: { done: string; failed: string }): Promise<void> {
    try {
      requireSaved(await flushScene(scene.id));
      // Not told apart by the prompt, which the first call may have changed although its answer was lost.
      await intentions.once(`${subject}/${scene.id}`, null, (key) =>
        apiRequest('POST', path, undefined, { headers: keyHeader(key) }),
      );
      await refreshScenes(queryClient, scene.projectId);
      toast({ title: told.done });
    } catch (error) {
      tellFailure(told.failed, unsavedReason(error));
    }
    await refreshBalance(queryClient);
  }

  async function enhanceImagePrompt(): Promise<void> {
    if (isBlank(currentSceneField(scene, 'imagePrompt'))) {
      return tellFailure('No image prompt', 'Please add an image prompt first before generating images.');
    }
    const told = { done: 'Prompt enhanced', failed: 'Enhancement failed' };
    await writePrompt('enhance', `/api/scenes/${scene.id}/enhance-prompt`, told);
  }

  async function regenerateImagePrompt(project: Project, styleAttributes: string | null): Promise<void> {
    const description = currentSceneField(scene, 'description');
    if (isBlank(description)) return tellFailure('No description available');
    const prompt = imagePromptFrom(description, project, styleAttributes);
    if (await saveSceneFieldNow(queryClient, scene, 'imagePrompt', prompt))
      toast({ title: 'Image prompt regenerated' });
  }

  async function regenerateVideoPrompt(): Promise<void> {
    if (isBlank(currentSceneField(scene, 'description'))) return tellFailure('No scene description available');
    const told = { done: 'Video prompt generated', failed: 'Failed to generate video prompt' };
    await writePrompt('video-prompt', `/api/ai/generate/video-prompt/${scene.id}`, told);
  }

  return { regenerateDescription, enhanceImagePrompt, regenerateImagePrompt, regenerateVideoPrompt };
}
