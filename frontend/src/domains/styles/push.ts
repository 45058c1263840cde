import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { styleKeys } from './queries';

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'stylesChanged') void queryClient.invalidateQueries({ queryKey: styleKeys.all });
}
