import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { refreshPosts, refreshSocialAccounts, refreshTemplates } from './keys';

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'postsChanged') void refreshPosts(queryClient);
  if (message.type === 'socialAccountsChanged') void refreshSocialAccounts(queryClient);
  if (message.type === 'templatesChanged') void refreshTemplates(queryClient);
}
