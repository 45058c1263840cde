import type { ContentTemplate, SaveTemplateRequest } from '@storyreel/contracts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { idempotencyKeys, idempotencyHeader } from '../../platform/intentions';
import { lazySchema } from '../../platform/lazy-schema';
import { reasonOf } from '../../platform/reasons';
import { tellFailure, tellRestored, toast } from '../../ui';
import { refreshTemplates } from './keys';

export function useSaveTemplate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (template: SaveTemplateRequest) =>
      idempotencyKeys.once('template', template, (key) =>
        apiRequest('POST', '/api/content-templates', template, {
          schema: lazySchema('contentTemplateSchema'),
          headers: idempotencyHeader(key),
        }),
      ),
    onSuccess: () => {
      toast({ title: 'Template saved' });
      return refreshTemplates(queryClient);
    },
    onError: (error) => tellFailure('Template not saved', reasonOf(error) ?? 'Please try again.'),
  });
}

const restoreTemplate = (queryClient: QueryClient, id: string): Promise<void> =>
  tellRestored('template', async () => {
    await apiRequest('POST', '/api/content-templates/restore', { id });
    void refreshTemplates(queryClient);
    return { title: 'Template restored' };
  });

export function useDeleteTemplate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ContentTemplate) => apiRequest('DELETE', `/api/content-templates/${id}`),
    onSuccess: (_answer, { id }) => {
      toast({
        title: 'Template deleted',
        undo: () => restoreTemplate(queryClient, id),
      });
      return refreshTemplates(queryClient);
    },
    onError: (error) => tellFailure('Template not deleted', reasonOf(error) ?? 'Please try again.'),
  });
}
