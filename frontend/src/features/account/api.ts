import type { DateChoice, User } from '@storyreel/contracts';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { getQueryFn, nullOn401 } from '../../platform/cache/query-client';
import { DATES_OF_BROWSER, writeDates } from '../../platform/time/written-dates';

export const accountKeys = {
  user: ['/api/auth/user'] as const,
  installation: ['/api/config'] as const,
};

/** Loads the schema with the first response, so that the initial bundle does not include zod. */
const readUser = getQueryFn(lazySchema('userSchema'));

/** The signed-in user; null without a session. Not retried. */
export const useUser = () => useQuery({ queryKey: accountKeys.user, queryFn: nullOn401(readUser), retry: false });

/**
 * Formats dates as the user in the cache has chosen, before any screen shows one, and follows later choices. Returns a
 * stop function.
 */
export function followDates(queryClient: QueryClient): () => void {
  const follow = () => writeDates(queryClient.getQueryData<User | null>(accountKeys.user)?.dates ?? DATES_OF_BROWSER);
  follow();
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    const [path] = query.queryKey as readonly unknown[];
    if (type === 'updated' && path === accountKeys.user[0]) follow();
  });
}

/** Puts date choices that the server has accepted into the cache. */
export const keepDates = (queryClient: QueryClient, dates: DateChoice): void => {
  queryClient.setQueryData<User | null>(accountKeys.user, (user) => user && { ...user, dates });
};

export const refreshUser = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: accountKeys.user });

/** The providers of texts, images and clips on this installation, and its sign-in methods. */
export const useInstallation = () =>
  useQuery({
    queryKey: accountKeys.installation,
    queryFn: getQueryFn(lazySchema('installationSchema')),
  });

/** Refetches everything that was read for the user, except the user's own record. */
export const refreshAllButUser = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== accountKeys.user[0] });

/** Returns a function that reads the cached user without a request. */
export function useCurrentUser(): () => User | null {
  const queryClient = useQueryClient();
  return () => queryClient.getQueryData<User | null>(accountKeys.user) ?? null;
}

/** Returns the name by which the app addresses a user: the first name, or else the e-mail address, or else 'User'. */
export const nameOf = (user: Pick<User, 'firstName' | 'email'> | null | undefined): string =>
  user?.firstName.trim() || user?.email.trim() || 'User';

/** Search parameters of Settings: the secret of a link that confirms a new e-mail address. */
export const readSettingsSearch = ({ confirm }: Record<string, unknown>): { confirm?: string } => ({
  confirm: typeof confirm === 'string' ? confirm : undefined,
});
