import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { unlessOwn } from '../../platform/own-writes';
import { projectKeys, refreshProject } from './project-cache';

/** Many at once are a list; few are read one by one. */
const FEW = 3;

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'projectsChanged') return;
  const { projectIds, at } = message;
  unlessOwn(at, () => {
    if (projectIds.length > 0 && projectIds.length <= FEW) {
      for (const id of projectIds) refreshProject(queryClient, id);
      return;
    }
    void queryClient.invalidateQueries({ queryKey: projectKeys.list, exact: true });
    for (const id of projectIds) void queryClient.invalidateQueries({ queryKey: projectKeys.one(id), exact: true });
  });
}
