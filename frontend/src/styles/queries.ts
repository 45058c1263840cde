import { styleSchema, type SaveStyleRequest, type Style } from '@storyreel/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { apiRequest } from '../platform/api-client';
import { toast } from '../ui';

export const styleKeys = { all: ['/api/styles'] as const };

export function useStyles() {
  return useQuery({
    queryKey: styleKeys.all,
    queryFn: ({ signal }) => apiRequest('GET', '/api/styles', undefined, { signal, schema: z.array(styleSchema) }),
  });
}

type Action = 'create' | 'update' | 'delete';
/** What tells of a style action, and reads the list anew after it. */
function useStyleAction<V>(action: Action, mutationFn: (variables: V) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      toast({ title: `Style ${action}d successfully!` });
      return queryClient.invalidateQueries({ queryKey: styleKeys.all });
    },
    onError: () =>
      toast({ title: 'Error', description: `Failed to ${action} style. Please try again.`, variant: 'destructive' }),
  });
}

export const useCreateStyle = () =>
  useStyleAction('create', (style: SaveStyleRequest) =>
    apiRequest<Style>('POST', '/api/styles', style, { schema: styleSchema }),
  );
export const useUpdateStyle = () =>
  useStyleAction('update', ({ id, style }: { id: string; style: SaveStyleRequest }) =>
    apiRequest<Style>('PUT', `/api/styles/${id}`, style, { schema: styleSchema }),
  );
export const useDeleteStyle = () =>
  useStyleAction('delete', (id: string) => apiRequest('DELETE', `/api/styles/${id}`));
