import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { sharingKeys } from './keys';

/** A video may have been shared in another window, or not be shared any more. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'linksChanged') return;
  void queryClient.invalidateQueries({ queryKey: sharingKeys.inProject(message.projectId) });
}
