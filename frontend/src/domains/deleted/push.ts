import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { deletedKeys } from './queries';

/** Reads again what is on screen of what was deleted: something came, or was put back in another window. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'scenesChanged' && message.texts !== true) {
    void queryClient.invalidateQueries({ queryKey: deletedKeys.inProject(message.projectId) });
  }
  if (message.type === 'projectsChanged') void queryClient.invalidateQueries({ queryKey: deletedKeys.projects });
}
