import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { stuckKeys } from './keys';

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'stuckChanged') void queryClient.invalidateQueries({ queryKey: stuckKeys.all });
}
