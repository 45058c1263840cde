import type { EstimateRequest, ProjectCosts } from '@storyreel/contracts';
import { useInfiniteQuery, useQueries, useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiPage, apiRequest } from '../../platform/api-client';
import { getQueryFn } from '../../platform/query-client';
import { tellFailure } from '../../ui';
import { projectKeys, useProjects } from '../projects/queries';

export const zapKeys = {
  balance: ['/api/credits/balance'] as const,
  transactions: ['/api/credits/transactions'] as const,
  usageEvents: ['/api/usage-events'] as const,
  estimate: (request: EstimateRequest | null) => ['/api/costs/estimate', request] as const,
};

/** Fetched with the first answer: the first load does without zod. */
const answers = () => import('./schemas');
const readBalance = getQueryFn(() => answers().then(({ balanceSchema }) => balanceSchema));

/** Zaps that can be spent. Not refetched on window focus: paid actions and push messages refresh it. */
export function useBalance() {
  return useQuery({
    queryKey: zapKeys.balance,
    queryFn: readBalance,
    select: ({ balance }) => balance,
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
    queryFn: ({ signal }) =>
      apiRequest('POST', zapKeys.estimate(request)[0], request, {
        schema: () => answers().then(({ estimateResponseSchema }) => estimateResponseSchema),
        signal,
      }),
    select: ({ costZaps }) => costZaps,
    enabled: request !== null,
  });
  const { errorUpdatedAt, isError } = query;
  useEffect(() => {
    if (isError) tellFailure('Failed to get cost estimate');
  }, [isError, errorUpdatedAt]);
  return query;
}

/** Lines of a page of transactions. */
const TRANSACTIONS_A_PAGE = 100;

/** Newest first, page by page. */
export function useTransactions() {
  return useInfiniteQuery({
    queryKey: zapKeys.transactions,
    queryFn: ({ signal, pageParam: cursor }) =>
      apiPage(zapKeys.transactions[0], {
        schema: () => answers().then(({ transactionSchema }) => transactionSchema),
        signal,
        cursor,
        limit: TRANSACTIONS_A_PAGE,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

/** So many usage events the screen shows. */
export const USAGE_SHOWN = 20;

/** The newest ones, newest first. */
export function useUsageEvents() {
  return useQuery({
    queryKey: zapKeys.usageEvents,
    queryFn: ({ signal }) =>
      apiPage(zapKeys.usageEvents[0], {
        schema: () => answers().then(({ usageEventSchema }) => usageEventSchema),
        signal,
        limit: USAGE_SHOWN,
      }),
    select: ({ items }) => items,
  });
}

export interface NamedProjectCosts extends ProjectCosts {
  projectName: string;
}
/** The costs of every project, under the project's title. A project whose costs cannot be read is left out. */
export function useAllProjectCosts(): { data: NamedProjectCosts[]; isPending: boolean; isError: boolean } {
  const { data: projects, isPending, isError } = useProjects();
  const costs = useQueries({
    queries: (projects ?? []).map(({ id }) => ({
      queryKey: projectKeys.costs(id),
      queryFn: getQueryFn(() => answers().then(({ projectCostsSchema }) => projectCostsSchema)),
      // Opened to see what was spent up to now.
      staleTime: 0,
    })),
  });
  const data = costs.flatMap(({ data: read }, index) => {
    const projectName = projects?.[index]?.title;
    return read && projectName !== undefined ? [{ ...read, projectName }] : [];
  });
  return { data, isPending: isPending || costs.some((query) => query.isPending), isError };
}
