import { QueryClient } from '@tanstack/react-query';
import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { apiRequest, hasStatus } from '../http/api-client';
import type { AnswerSchema } from '../http/api-client';

/** The address that a query key stands for: path, further strings joined by '/', an object second becomes the query. */
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

/** Reads what stands at the address of the query's key. */
export const getQueryFn =
  <T>(schema: AnswerSchema<T>) =>
  ({ queryKey, signal }: QueryFunctionContext): Promise<T> =>
    apiRequest('GET', addressOf(queryKey), undefined, { schema, signal });

/** The same where having no session is an answer too. */
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
 * Reads never go stale by themselves: the server's push messages say what changed (see push-router.ts),
 * so an infinite staleTime is safe. No focus refetch, no polling, no retry unless a query asks for it.
 *
 * Without a network everything is tried all the same: what waited for one in silence would be done whenever it is back,
 * long after whoever asked for it has left it. What failed to be read is read when the network returns.
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

/** Asks anew for everything that was read at an address and below it. */
export const refreshBelow = (queryClient: QueryClient, path: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path) });

/** What a window has one of, for as long as its query client lives; made when it is first asked for. */
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
  /** Of the row; a decimal number. */
  revision: string;
}

/** Of two rows of one thing the newer; of equal ones the later read, whose counts may have moved. */
export const newerOf = <T extends Revised>(ours: T | undefined, read: T): T =>
  ours && BigInt(ours.revision) > BigInt(read.revision) ? ours : read;

/** A read that was under way while a newer answer came in must not bring older words back. */
export function keepNewer<T extends Revised>(cached: readonly T[] | undefined, fetched: readonly T[]): T[] {
  const known = new Map(cached?.map((row) => [row.id, row]));
  return fetched.map((row) => newerOf(known.get(row.id), row));
}

/** The list with a row that was read, where the list has none that is newer. */
export const withRow = <T extends Revised>(rows: readonly T[], read: T): T[] =>
  rows.map((ours) => (ours.id === read.id ? newerOf(ours, read) : ours));
