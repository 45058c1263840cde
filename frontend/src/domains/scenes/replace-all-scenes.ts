import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { idempotencyKeys, idempotencyHeader } from '../../platform/intentions';
import { lazySchema } from '../../platform/lazy-schema';
import { requireSaved } from '../../platform/reasons';
import { logError } from '../../platform/log';
import { tellError, tellRestored, toast } from '../../ui';
import { refreshBalance } from '../zaps/queries';
import { refreshAround } from './mutations';
import { changeCachedScenes } from './scene-cache';
import { flushAllScenes } from './useSceneAutosave';

/** Undo of the newest deletion or replacement of all scenes of a project. */
const restoreAllScenes = (queryClient: QueryClient, projectId: string): Promise<void> =>
  tellRestored(
    'scenes',
    async () => {
      const schema = lazySchema('restoreAllScenesResponseSchema');
      const { restoredCount } = await apiRequest('POST', '/api/scenes/restore-all', { projectId }, { schema });
      return { title: 'Scenes restored', description: `${countOf(restoredCount)} back.` };
    },
    () => refreshAround(queryClient, projectId),
  );

const countOf = (count: number): string => (count === 1 ? '1 scene is' : `${count} scenes are`);

export function useDeleteAllScenes(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await flushAllScenes();
      return apiRequest('DELETE', `/api/scenes/all/${projectId}`, undefined, {
        schema: lazySchema('deleteAllScenesResponseSchema'),
      });
    },
    onSuccess: ({ deletedCount }) => {
      changeCachedScenes(queryClient, projectId, () => []);
      void refreshAround(queryClient, projectId);
      toast({
        title: deletedCount === 1 ? '1 scene deleted' : `${deletedCount} scenes deleted`,
        undo: () => restoreAllScenes(queryClient, projectId),
        undoOf: `all-scenes/${projectId}`,
      });
    },
    onError: (error) => {
      void refreshAround(queryClient, projectId);
      tellError('Deletion failed', error, 'Failed to delete scenes. Please try again.');
    },
  });
}

export interface StoryToScenes {
  /** Resolves once the server holds the newest words of the story; false when it does not. */
  saveStory: () => Promise<boolean>;
  /** The words themselves: other words are another intention. */
  story: string;
  /** Whether there are scenes that get replaced. */
  replaces: boolean;
}

/** Makes scenes of the story on the server; all scenes that are there are replaced. */
export function useProcessStory(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ saveStory, story }: StoryToScenes) => {
      requireSaved(...(await Promise.all([saveStory(), flushAllScenes()])));
      return idempotencyKeys.once(`process-story/${projectId}`, story, (key) =>
        apiRequest(
          'POST',
          '/api/scenes/process-story',
          { projectId },
          {
            schema: lazySchema('processStoryResponseSchema'),
            headers: idempotencyHeader(key),
          },
        ),
      );
    },
    onSuccess: async ({ sceneCount }, { replaces }) => {
      await refreshAround(queryClient, projectId);
      toast({
        title: sceneCount === 1 ? '1 scene created' : `${sceneCount} scenes created`,
        description: replaces ? 'The earlier scenes were replaced.' : undefined,
        undo: () => restoreAllScenes(queryClient, projectId),
        undoOf: `all-scenes/${projectId}`,
      });
    },
    onError: (error) => logError('Creating scenes from the story failed', error),
    onSettled: () => refreshBalance(queryClient),
  });
}
