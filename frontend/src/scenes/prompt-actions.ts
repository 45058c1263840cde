import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Project, Scene } from '@storyreel/contracts';
import { continuityDetailsOf } from '../continuity/continuity-details';
import { apiRequest } from '../platform/api-client';
import { refreshProjects } from '../projects/queries';
import { toast } from '../ui';
import { refreshBalance } from '../zaps/queries';
import { imagePromptFrom } from './image-prompt';
import { refreshScenes, setSceneInCache } from './scene-cache';
import { currentSceneField, flushScene, saveSceneFieldNow } from './useSceneAutosave';

const isBlank = (text: string): boolean => text.trim() === '';
const fail = (title: string): void => void toast({ title, variant: 'destructive' });

/** Has a scene described by the server, which writes its image and video prompts as well. */
export async function describeScene(
  queryClient: QueryClient,
  project: Project,
  sceneId: string,
  signal?: AbortSignal,
): Promise<void> {
  await flushScene(sceneId);
  const { scene } = await apiRequest<{ scene: Scene }>(
    'POST',
    `/api/ai/generate/scene-description/${sceneId}`,
    { continuityDetails: continuityDetailsOf(project) },
    { signal },
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
    } catch {
      fail('Failed to regenerate scene description');
    }
    await Promise.all([refreshBalance(queryClient), refreshProjects(queryClient)]);
  }

  async function enhanceImagePrompt(): Promise<void> {
    if (isBlank(currentSceneField(scene, 'imagePrompt'))) {
      toast({
        title: 'No image prompt',
        description: 'Please add an image prompt first before generating images.',
        variant: 'destructive',
      });
      return;
    }
    try {
      await flushScene(scene.id);
      await apiRequest<{ enhancedPrompt: string }>('POST', `/api/scenes/${scene.id}/enhance-prompt`);
      await refreshScenes(queryClient, scene.projectId);
      toast({ title: 'Prompt enhanced' });
    } catch {
      fail('Enhancement failed');
    }
    await refreshBalance(queryClient);
  }

  async function regenerateImagePrompt(project: Project, styleAttributes: string | null): Promise<void> {
    const description = currentSceneField(scene, 'description');
    if (isBlank(description)) return fail('No description available');
    const prompt = imagePromptFrom(description, project, styleAttributes);
    if (await saveSceneFieldNow(queryClient, scene, 'imagePrompt', prompt))
      toast({ title: 'Image prompt regenerated' });
  }

  async function regenerateVideoPrompt(): Promise<void> {
    if (isBlank(currentSceneField(scene, 'description'))) return fail('No scene description available');
    try {
      await flushScene(scene.id);
      await apiRequest<{ videoPrompt: string }>('POST', `/api/ai/generate/video-prompt/${scene.id}`);
      await refreshScenes(queryClient, scene.projectId);
      toast({ title: 'Video prompt generated' });
    } catch {
      fail('Failed to generate video prompt');
    }
    await refreshBalance(queryClient);
  }

  return { regenerateDescription, enhanceImagePrompt, regenerateImagePrompt, regenerateVideoPrompt };
}
