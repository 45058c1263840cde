import type { User } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { accountKeys } from '../domains/accounts/queries';
import { preloadHome } from './HomeScreen';
import type { AppRouter } from './router';

/**
 * Fetches the code of what the address shows, where the page has brought who is here: it is then drawn at once, without
 * a spinner that would stand for a while.
 */
export async function loadFirstScreen(queryClient: QueryClient, router: AppRouter): Promise<void> {
  const user = queryClient.getQueryCache().build<User | null>(queryClient, { queryKey: accountKeys.user }).state.data;
  if (!user) return;
  await router.load();
  const { pathname, search } = router.state.location;
  if (pathname === '/') await preloadHome(search);
}
