import type { PushMessage, ReadyMadeStyle, SaveStyleRequest, Style } from '@storyreel/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryFn } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { idempotencyHeader, idempotencyKeys } from '../../platform/http/idempotency-keys';
import { lazyList, lazySchema } from '../../platform/lazy/lazy-schema';
import { tellError, tellRestored, toast } from '../../ui';

const styleKeys = { all: ['/api/styles'] as const };

export const useStyles = () => useQuery({ queryKey: styleKeys.all, queryFn: getQueryFn(lazyList('styleSchema')) });

const add = (style: SaveStyleRequest): Promise<void> =>
  idempotencyKeys.once('new-style', style, (key) =>
    apiRequest('POST', '/api/styles', style, { headers: idempotencyHeader(key) }),
  );
const save = (style: SaveStyleRequest, id?: string): Promise<void> =>
  id === undefined ? add(style) : apiRequest('PUT', `/api/styles/${id}`, style);

const refreshStyles = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: styleKeys.all });
const tellNot = (action: 'create' | 'update' | 'delete', error: unknown) =>
  tellError('Error', error, `Failed to ${action} style. Please try again.`);

/** Saves a style; without an id, creates a new one. */
export function useSaveStyle(id?: string) {
  const queryClient = useQueryClient();
  const action = id === undefined ? 'create' : 'update';
  return useMutation({
    mutationFn: (style: SaveStyleRequest) => save(style, id),
    onSuccess: () => {
      toast({ title: `Style ${action}d successfully!` });
      return refreshStyles(queryClient);
    },
    onError: (error) => tellNot(action, error),
  });
}

/** Adds a ready-made style; adding it again does not create a duplicate. */
export function useTakeReadyMadeStyle() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (key: ReadyMadeStyle) =>
      apiRequest('POST', '/api/styles/ready-made', { key }, { schema: lazySchema('styleSchema') }),
    onSuccess: () => refreshStyles(queryClient),
    onError: (error) => tellNot('create', error),
  });
}

/** Restores the style under its id, so that the projects that used it use it again. */
const undoDeletion = (queryClient: QueryClient, { id }: Style): Promise<void> =>
  tellRestored('style', async () => {
    await apiRequest('POST', '/api/styles/restore', { id });
    void refreshStyles(queryClient);
    return { title: 'Style restored' };
  });

export function useDeleteStyle() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Style) => apiRequest('DELETE', `/api/styles/${id}`),
    onSuccess: (_answer, style) => {
      toast({
        title: 'Style deleted successfully!',
        undo: () => undoDeletion(queryClient, style),
      });
      return refreshStyles(queryClient);
    },
    onError: (error) => tellNot('delete', error),
  });
}

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'stylesChanged') void queryClient.invalidateQueries({ queryKey: styleKeys.all });
}
