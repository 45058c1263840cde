import type { User } from '@storyreel/contracts';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { getQueryFn, nullOn401 } from '../../platform/cache/query-client';

export const accountKeys = {
  user: ['/api/auth/user'] as const,
  installation: ['/api/config'] as const,
};

/** Fetched with the first answer: the first load does without zod. */
const readUser = getQueryFn(lazySchema('userSchema'));

/** The signed-in user; null without a session. Not retried. */
export const useUser = () => useQuery({ queryKey: accountKeys.user, queryFn: nullOn401(readUser), retry: false });

export const refreshUser = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: accountKeys.user });

/** Who makes texts, pictures and clips here, and how one signs in. */
export const useInstallation = () =>
  useQuery({
    queryKey: accountKeys.installation,
    queryFn: getQueryFn(lazySchema('installationSchema')),
  });

/** Everything that was read for the user may have changed; who it is has not. */
export const refreshAllButUser = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== accountKeys.user[0] });

/** The user as known right now, without asking the server. */
export function useCurrentUser(): () => User | null {
  const queryClient = useQueryClient();
  return () => queryClient.getQueryData<User | null>(accountKeys.user) ?? null;
}

/** How to address somebody: first name, else e-mail, else 'User'. */
export const nameOf = (user: Pick<User, 'firstName' | 'email'> | null | undefined): string =>
  user?.firstName.trim() || user?.email.trim() || 'User';
