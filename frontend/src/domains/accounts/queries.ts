import type { User } from '@storyreel/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getQueryFn, userKey } from '../../platform/query-client';

/** The signed-in user; null without a session. Not retried. */
export function useUser() {
  return useQuery({
    queryKey: userKey,
    queryFn: getQueryFn<User>({ on401: 'returnNull' }),
    retry: false,
  });
}

/** The user as known right now, without asking the server. */
export function useCurrentUser(): () => User | null {
  const queryClient = useQueryClient();
  return () => queryClient.getQueryData<User | null>(userKey) ?? null;
}

/** How to address somebody: first name, else e-mail, else 'User'. */
export const nameOf = (user: Pick<User, 'firstName' | 'email'> | null | undefined): string =>
  user?.firstName.trim() || user?.email.trim() || 'User';
