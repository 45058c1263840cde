import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { projectKeys } from './project-cache';

/** A project's row also counts its scenes, so it follows them. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'projectsChanged' && message.type !== 'scenesChanged') return;
  const ids = message.type === 'projectsChanged' ? message.projectIds : [message.projectId];
  void queryClient.invalidateQueries({ queryKey: projectKeys.all, exact: true });
  for (const id of ids) void queryClient.invalidateQueries({ queryKey: projectKeys.one(id), exact: true });
}
