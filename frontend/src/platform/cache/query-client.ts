import { QueryClient } from '@tanstack/react-query';
import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { apiRequest, hasStatus } from '../http/api-client';
import type { AnswerSchema } from '../http/api-client';

/**
 * Returns the address of a query key: its path, then further strings joined by '/'; an object in second place becomes
 * the query string.
 */
export function addressOf(queryKey: QueryKey): string {
  const [path, second, ...rest] = queryKey;
  if (typeof second === 'object' && second !== null) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(second)) {
      if (value !== null && value !== undefined) search.set(name, String(value));
    }
    const query = search.toString();
    return query === '' ? String(path) : `${String(path)}?${query}`;
  }
  return [path, second, ...rest].filter((part): part is string => typeof part === 'string').join('/');
}

/** Returns a query function that reads the address of the query's key. */
export const getQueryFn =
  <T>(schema: AnswerSchema<T>) =>
  ({ queryKey, signal }: QueryFunctionContext): Promise<T> =>
    apiRequest('GET', addressOf(queryKey), undefined, { schema, signal });

/** Resolves to null instead of rejecting when there is no session. */
export const nullOn401 =
  <T>(read: (context: QueryFunctionContext) => Promise<T>) =>
  async (context: QueryFunctionContext): Promise<T | null> => {
    try {
      return await read(context);
    } catch (error) {
      if (hasStatus(error, 401)) return null;
      throw error;
    }
  };

/**
 * Creates the query client. Data never goes stale by itself: the server pushes what has changed (see push-socket.ts),
 * so an infinite staleTime is safe. There is no refetch on focus, no polling and no retry unless a query asks for it.
 *
 * Requests are sent even without a network. Otherwise a paused request would run when the network returns, long after
 * the user has moved on. Failed reads are repeated when the network returns.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Invalidates all queries at an address or below it. */
export const refreshBelow = (queryClient: QueryClient, path: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path) });

/** Returns a function that creates one instance per query client, and thus per window, on first use. */
export function onePerWindow<T extends object>(make: (queryClient: QueryClient) => T): (queryClient: QueryClient) => T {
  const made = new WeakMap<QueryClient, T>();
  return (queryClient) => {
    const one = made.get(queryClient) ?? make(queryClient);
    made.set(queryClient, one);
    return one;
  };
}

interface Revised {
  id: string;
  /** The row's revision, a decimal number. */
  revision: string;
}

/**
 * Returns the newer of two versions of a row. At equal revisions this is the one that was read later, since its counts
 * may have changed.
 */
export const newerOf = <T extends Revised>(ours: T | undefined, read: T): T =>
  ours && BigInt(ours.revision) > BigInt(read.revision) ? ours : read;

/**
 * Merges a read into cached rows: keeps cached rows that are newer, because they arrived while the read was in flight.
 */
export function keepNewer<T extends Revised>(cached: readonly T[] | undefined, fetched: readonly T[]): T[] {
  const known = new Map(cached?.map((row) => [row.id, row]));
  return fetched.map((row) => newerOf(known.get(row.id), row));
}

/** Replaces a row in the list, unless the list has a newer version of it. */
export const withRow = <T extends Revised>(rows: readonly T[], read: T): T[] =>
  rows.map((ours) => (ours.id === read.id ? newerOf(ours, read) : ours));
