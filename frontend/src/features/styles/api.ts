import type { PushMessage, ReadyMadeStyle, SaveStyleRequest, Style } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryFn } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { postOnce } from '../../platform/http/idempotency-keys';
import { lazyList, lazySchema } from '../../platform/lazy/lazy-schema';
import { tellRestored, useCommand } from '../../ui';

const styleKeys = { all: ['/api/styles'] as const };

export const useStyles = () => useQuery({ queryKey: styleKeys.all, queryFn: getQueryFn(lazyList('styleSchema')) });

const save = (style: SaveStyleRequest, id?: string): Promise<void> =>
  id === undefined ? postOnce('new-style', '/api/styles', style) : apiRequest('PUT', `/api/styles/${id}`, style);

const refreshStyles = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: styleKeys.all });
const failedTo = (action: 'create' | 'update' | 'delete') =>
  ['Error', `Failed to ${action} style. Please try again.`] as const;

/** Saves a style; without an id, creates a new one. */
export function useSaveStyle(id?: string) {
  const action = id === undefined ? 'create' : 'update';
  return useCommand({
    run: (style: SaveStyleRequest) => save(style, id),
    onDone: refreshStyles,
    success: `Style ${action}d successfully!`,
    failure: failedTo(action),
  });
}

/** Adds a ready-made style; adding it again does not create a duplicate. */
export const useTakeReadyMadeStyle = () =>
  useCommand({
    run: (key: ReadyMadeStyle) =>
      apiRequest('POST', '/api/styles/ready-made', { key }, { schema: lazySchema('styleSchema') }),
    onDone: refreshStyles,
    failure: failedTo('create'),
  });

/** Restores the style under its id, so that the projects that used it use it again. */
const undoDeletion = (queryClient: QueryClient, { id }: Style): Promise<void> =>
  tellRestored('style', async () => {
    await apiRequest('POST', '/api/styles/restore', { id });
    void refreshStyles(queryClient);
    return { title: 'Style restored' };
  });

export const useDeleteStyle = () =>
  useCommand({
    run: ({ id }: Style) => apiRequest('DELETE', `/api/styles/${id}`),
    onDone: refreshStyles,
    success: (_answer, style, queryClient) => ({
      title: 'Style deleted successfully!',
      undo: () => undoDeletion(queryClient, style),
    }),
    failure: failedTo('delete'),
  });

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'stylesChanged') void queryClient.invalidateQueries({ queryKey: styleKeys.all });
}
