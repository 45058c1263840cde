import { continuityDetailsOf, isBlank, withReference, withStyle } from '@storyreel/contracts';
import type { Project, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { RefreshCw, Sparkles } from 'lucide-react';
import { requireSaved } from '../../platform/http/failures';
import { postOnce } from '../../platform/http/idempotency-keys';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { Button, tellError, tellFailure, tellRestored, toast } from '../../ui';
import { refreshProjectRow } from '../projects/api';
import { useStyles } from '../styles/api';
import { CostButton } from '../zaps/PaidButton';
import { refreshBalance } from '../zaps/api';
import { ENHANCE_PROMPT_COST, ONE_DESCRIPTION_COST, VIDEO_PROMPT_COST } from '../zaps/price';
import { cachedScenes, refreshScenes, setSceneInCache } from './api';
import { currentSceneField, flushScene, saveSceneFieldNow, useSceneFieldValue, whileWritten } from './useSceneAutosave';

/** Builds an image prompt from a scene's description, the style's attributes and the lead's reference image. */
export function imagePromptFrom(
  description: string,
  project: Pick<Project, 'characters' | 'imageUrl'>,
  styleAttributes: string | null,
): string {
  const words = description.trim().replace(/\s+/g, ' ');
  return withReference(withStyle(words, styleAttributes), description, project);
}

/** Asks the server to describe a scene and to write its image and video prompts. */
async function describeScene(
  queryClient: QueryClient,
  project: Project,
  sceneId: string,
  signal?: AbortSignal,
): Promise<void> {
  requireSaved(await flushScene(sceneId));
  const body = { continuityDetails: continuityDetailsOf(project) };
  const { scene } = await postOnce(`describe/${sceneId}`, `/api/ai/generate/scene-description/${sceneId}`, body, {
    schema: lazySchema('describeSceneResponseSchema'),
    signal,
  });
  setSceneInCache(queryClient, scene);
}

type Written = 'description' | 'imagePrompt' | 'videoPrompt';

/** Restores texts that a model or a template has replaced. */
async function putBack(queryClient: QueryClient, before: Scene, fields: readonly Written[]): Promise<void> {
  await tellRestored('text', async () => {
    const now = cachedScenes(queryClient, before.projectId).find(({ id }) => id === before.id) ?? before;
    const saved = await Promise.all(fields.map((field) => saveSceneFieldNow(queryClient, now, field, before[field])));
    requireSaved(...saved);
    return { title: 'Earlier text restored' };
  });
}

/** Returns the scene with the present values of its fields, including unsaved edits. */
const asWritten = (scene: Scene): Scene => ({
  ...scene,
  description: currentSceneField(scene, 'description'),
  imagePrompt: currentSceneField(scene, 'imagePrompt'),
  videoPrompt: currentSceneField(scene, 'videoPrompt'),
});

/** Returns the actions below a scene's texts. They never reject; the outcome is shown as a toast. */
export function usePromptActions(scene: Scene) {
  const queryClient = useQueryClient();

  async function regenerateDescription(project: Project): Promise<void> {
    const before = asWritten(scene);
    try {
      await whileWritten(scene.id, () => describeScene(queryClient, project, scene.id));
      toast({
        title: 'Scene description & prompts regenerated',
        undo: () => putBack(queryClient, before, ['description', 'imagePrompt', 'videoPrompt']),
      });
    } catch (error) {
      tellError('Failed to regenerate scene description', error);
    }
    await Promise.all([refreshBalance(queryClient), refreshProjectRow(queryClient, scene.projectId)]);
  }

  /** Asks the server to write one of the scene's prompts. */
  async function writePrompt(
    subject: string,
    path: string,
    told: { field: Written; done: string; failed: string },
  ): Promise<void> {
    const before = asWritten(scene);
    try {
      requireSaved(await flushScene(scene.id));
      // The key must not depend on the prompt: the first call may have changed it, although the response was lost.
      await whileWritten(scene.id, async () => {
        await postOnce(`${subject}/${scene.id}`, path);
        await refreshScenes(queryClient, scene.projectId);
      });
      toast({ title: told.done, undo: () => putBack(queryClient, before, [told.field]) });
    } catch (error) {
      tellError(told.failed, error);
    }
    await refreshBalance(queryClient);
  }

  async function enhanceImagePrompt(): Promise<void> {
    if (isBlank(currentSceneField(scene, 'imagePrompt'))) {
      return tellFailure('No image prompt', 'Please add an image prompt first before generating images.');
    }
    const told = { field: 'imagePrompt', done: 'Prompt enhanced', failed: 'Enhancement failed' } as const;
    await writePrompt('enhance', `/api/scenes/${scene.id}/enhance-prompt`, told);
  }

  async function regenerateImagePrompt(project: Project, styleAttributes: string | null): Promise<void> {
    const description = currentSceneField(scene, 'description');
    if (isBlank(description)) return tellFailure('No description available');
    const prompt = imagePromptFrom(description, project, styleAttributes);
    const before = asWritten(scene);
    if (await saveSceneFieldNow(queryClient, scene, 'imagePrompt', prompt))
      toast({ title: 'Image prompt regenerated', undo: () => putBack(queryClient, before, ['imagePrompt']) });
  }

  async function regenerateVideoPrompt(): Promise<void> {
    if (isBlank(currentSceneField(scene, 'description'))) return tellFailure('No scene description available');
    const told = {
      field: 'videoPrompt',
      done: 'Video prompt generated',
      failed: 'Failed to generate video prompt',
    } as const;
    await writePrompt('video-prompt', `/api/ai/generate/video-prompt/${scene.id}`, told);
  }

  return { regenerateDescription, enhanceImagePrompt, regenerateImagePrompt, regenerateVideoPrompt };
}

interface Props {
  scene: Scene;
  project: Project;
}

const refreshIcon = <RefreshCw size={16} aria-hidden />;

export function DescriptionActions({ scene, project }: Props) {
  const { regenerateDescription } = usePromptActions(scene);
  return (
    <CostButton
      cost={ONE_DESCRIPTION_COST}
      onAction={() => regenerateDescription(project)}
      loadingText="Regenerating..."
      icon={refreshIcon}
    >
      Regenerate Description
    </CostButton>
  );
}

export function ImagePromptActions({ scene, project }: Props) {
  const { enhanceImagePrompt, regenerateImagePrompt } = usePromptActions(scene);
  const { data: styles = [] } = useStyles();
  const hasPrompt = useSceneFieldValue(scene, 'imagePrompt').trim() !== '';
  const attributes = styles.find(({ id }) => id === project.selectedStyle)?.attributes ?? null;
  return (
    <>
      <CostButton
        cost={ENHANCE_PROMPT_COST}
        onAction={enhanceImagePrompt}
        loadingText="Enhancing..."
        disabled={!hasPrompt}
        icon={<Sparkles size={16} aria-hidden />}
      >
        Enhance Prompt
      </CostButton>
      <Button size="small" icon={refreshIcon} onClick={() => void regenerateImagePrompt(project, attributes)}>
        Regenerate Image Prompt
      </Button>
    </>
  );
}

export function VideoPromptActions({ scene }: Pick<Props, 'scene'>) {
  const { regenerateVideoPrompt } = usePromptActions(scene);
  return (
    <CostButton
      cost={VIDEO_PROMPT_COST}
      onAction={regenerateVideoPrompt}
      loadingText="Regenerating..."
      icon={refreshIcon}
    >
      Regenerate Video Prompt
    </CostButton>
  );
}
