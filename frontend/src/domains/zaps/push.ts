import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { nearedBudget } from './neared-budget';
import { refreshBalance } from './queries';

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'balanceChanged') void refreshBalance(queryClient);
  if (message.type === 'budgetNeared') nearedBudget.set(message);
}
