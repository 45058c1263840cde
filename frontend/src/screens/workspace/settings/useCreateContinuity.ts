import type { Project } from '@storyreel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../../platform/api-client';
import { idempotencyKeys, idempotencyHeader } from '../../../platform/intentions';
import { lazySchema } from '../../../platform/lazy-schema';
import { requireSaved } from '../../../platform/reasons';
import { flushProject, useProjectAutosave } from '../../../domains/projects/useProjectAutosave';
import { tellError, toast } from '../../../ui';
import { refreshBalance } from '../../../domains/zaps/queries';

/** Has characters, environment and props read out of the story, and puts them into the project. */
export function useCreateContinuity(project: Project) {
  const queryClient = useQueryClient();
  const story = useProjectAutosave(project, 'story').value;
  const characters = useProjectAutosave(project, 'characters');
  const environment = useProjectAutosave(project, 'environment');
  const props = useProjectAutosave(project, 'props');
  const fields = [characters, environment, props];

  function fill(texts: readonly string[]): void {
    fields.forEach((field, at) => {
      field.setValue(texts[at] ?? '');
      void field.flush();
    });
  }

  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      requireSaved(await flushProject(project.id));
      const body = { story, projectId: project.id };
      return idempotencyKeys.once(`continuity/${project.id}`, body, (key) =>
        apiRequest('POST', '/api/ai/generate/continuity', body, {
          schema: lazySchema('continuityResponseSchema'),
          headers: idempotencyHeader(key),
        }),
      );
    },
    onSuccess: (made) => {
      const before = fields.map(({ value }) => value);
      fill([made.characters, made.environments, made.props]);
      const replaced = before.some((text) => text.trim() !== '');
      toast({
        title: 'Success',
        description: 'Continuity details generated.',
        ...(replaced && { undo: () => fill(before) }),
      });
    },
    onError: (error) => tellError('Error', error, 'Failed to generate continuity details. Please try again.'),
    onSettled: () => refreshBalance(queryClient),
  });

  async function create(): Promise<void> {
    // The failure is told by the mutation itself.
    await mutateAsync().catch(() => undefined);
  }
  return { create, isPending, hasStory: story.trim() !== '' };
}
