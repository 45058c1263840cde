import { QueryClient, type QueryFunction, type QueryKey } from '@tanstack/react-query';
import { ApiError, apiRequest } from './api-client';

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

export function getQueryFn<T>({ on401 }: { on401: 'throw' }): QueryFunction<T>;
export function getQueryFn<T>({ on401 }: { on401: 'returnNull' }): QueryFunction<T | null>;
export function getQueryFn<T>({ on401 }: { on401: 'throw' | 'returnNull' }): QueryFunction<T | null> {
  return async ({ queryKey, signal }) => {
    try {
      return await apiRequest<T>('GET', addressOf(queryKey), undefined, { signal });
    } catch (error) {
      if (on401 === 'returnNull' && error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  };
}

export const userKey = ['/api/auth/user'] as const;

/**
 * Reads never go stale by themselves: the server's push messages say what changed (see push-router.ts),
 * so an infinite staleTime is safe. No focus refetch, no polling, no retry unless a query asks for it.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: getQueryFn({ on401: 'throw' }),
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
}

/** What a window has one of, for as long as its query client lives; made when it is first asked for. */
export function onePerWindow<T extends object>(make: (queryClient: QueryClient) => T): (queryClient: QueryClient) => T {
  const made = new WeakMap<QueryClient, T>();
  return (queryClient) => {
    const one = made.get(queryClient) ?? make(queryClient);
    made.set(queryClient, one);
    return one;
  };
}
