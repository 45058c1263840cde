import type { Account } from '@storyreel/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getQueryFn } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { toast } from '../../ui';

export const ACCOUNT = '/api/account';
const read = lazySchema('accountSchema');

export const useAccount = () => useQuery({ queryKey: [ACCOUNT], queryFn: getQueryFn(read) });

/** Changes the account; the response is the changed account. */
export function useChange<Change>(method: 'PATCH' | 'POST', path: string, done: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => apiRequest<Account>(method, path, change, { schema: read }),
    onSuccess: (account) => {
      queryClient.setQueryData([ACCOUNT], account);
      toast({ title: done });
    },
  });
}
