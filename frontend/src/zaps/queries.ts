import { balanceSchema, estimateResponseSchema, type EstimateRequest } from '@storyreel/contracts';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiRequest } from '../platform/api-client';
import { toast } from '../ui';

export const zapKeys = {
  balance: ['/api/credits/balance'] as const,
  transactions: ['/api/credits/transactions'] as const,
  usageEvents: ['/api/usage-events'] as const,
  estimate: (request: EstimateRequest | null) => ['/api/costs/estimate', request] as const,
};

/** Zaps that can be spent. Not refetched on window focus: paid actions and push messages refresh it. */
export function useBalance() {
  return useQuery({
    queryKey: zapKeys.balance,
    queryFn: async ({ signal }) => {
      const answer = await apiRequest('GET', '/api/credits/balance', undefined, { signal, schema: balanceSchema });
      return answer.balance;
    },
    refetchOnWindowFocus: false,
  });
}

/** To be called after every paid action: balance, ledger and usage are read anew where they are shown. */
export async function refreshBalance(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [zapKeys.balance, zapKeys.transactions, zapKeys.usageEvents].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** The price of an action in zaps; nothing is asked for while the question is null. A failure is told once. */
export function useCostEstimate(request: EstimateRequest | null) {
  const query = useQuery({
    queryKey: zapKeys.estimate(request),
    queryFn: async ({ signal }) => {
      const options = { signal, schema: estimateResponseSchema };
      const answer = await apiRequest('POST', '/api/costs/estimate', request, options);
      return answer.costZaps;
    },
    enabled: request !== null,
  });
  const { errorUpdatedAt, isError } = query;
  useEffect(() => {
    if (isError) toast({ title: 'Failed to get cost estimate', variant: 'destructive' });
  }, [isError, errorUpdatedAt]);
  return query;
}
