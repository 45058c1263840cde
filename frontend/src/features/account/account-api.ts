import type { Account } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { getQueryFn } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { useCommand } from '../../ui';

export const ACCOUNT = '/api/account';
const read = lazySchema('accountSchema');

export const useAccount = () => useQuery({ queryKey: [ACCOUNT], queryFn: getQueryFn(read) });

/** Changes the account; the response is the changed account. */
export const useChange = <Change>(method: 'PATCH' | 'POST', path: string, done: string) =>
  useCommand({
    run: (change: Change) => apiRequest<Account>(method, path, change, { schema: read }),
    onDone: (queryClient, account) => queryClient.setQueryData([ACCOUNT], account),
    success: done,
  });
