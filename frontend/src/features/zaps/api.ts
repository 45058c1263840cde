import type { EstimateRequest, ProjectCosts, PushMessage } from '@storyreel/contracts';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getQueryFn } from '../../platform/cache/query-client';
import { apiPage, apiRequest } from '../../platform/http/api-client';
import type { AnswerSchema } from '../../platform/http/api-client';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { createStore } from '../../platform/store';
import { tellFailure } from '../../ui';
import { projectKeys, useProjects } from '../projects/api';

export const zapKeys = {
  balance: ['/api/credits/balance'] as const,
  transactions: ['/api/credits/transactions'] as const,
  usageEvents: ['/api/usage-events'] as const,
  budgets: ['/api/credits/budgets'] as const,
  /** Prefix of the key; a checkout's id follows it. */
  checkout: ['/api/credits/checkouts'] as const,
  estimate: (request: EstimateRequest | null) => ['/api/costs/estimate', request] as const,
};

/** Loads the schema with the first response, so that the initial bundle does not include zod. */
const readBalance = getQueryFn(lazySchema('balanceSchema'));

/** Reads the spendable zaps. Not refetched on window focus, since paid actions and push messages refresh them. */
export function useBalance() {
  return useQuery({
    queryKey: zapKeys.balance,
    queryFn: readBalance,
    select: ({ balance }) => balance,
    refetchOnWindowFocus: false,
  });
}

/** Refetches the balance, ledger, usage and budgets if they are on screen. Must be called after every paid action. */
export async function refreshBalance(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [zapKeys.balance, zapKeys.transactions, zapKeys.usageEvents, zapKeys.budgets, zapKeys.checkout].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** Reads the price of an action in zaps; sends no request while `request` is null. A failure is announced once. */
export function useCostEstimate(request: EstimateRequest | null) {
  const query = useQuery({
    queryKey: zapKeys.estimate(request),
    queryFn: ({ signal }) =>
      apiRequest('POST', zapKeys.estimate(request)[0], request, {
        schema: lazySchema('estimateResponseSchema'),
        signal,
      }),
    select: ({ costZaps }) => costZaps,
    enabled: request !== null,
  });
  const { isError } = query;
  useEffect(() => {
    if (isError) tellFailure('Failed to get cost estimate');
  }, [isError]);
  return query;
}

/** Reads a list of the user's own entries page by page, newest first. */
const useOwnList = <T>(queryKey: readonly [string], limit: number, schema: AnswerSchema<T>) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam: cursor }) => apiPage(queryKey[0], { schema, signal, cursor, limit }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });

export const useTransactions = () => useOwnList(zapKeys.transactions, 100, lazySchema('transactionSchema'));

/** Reads the user's usage events: at first the twenty newest, more on demand. */
export const useUsageEvents = () => useOwnList(zapKeys.usageEvents, 20, lazySchema('usageEventSchema'));

export interface NamedProjectCosts extends ProjectCosts {
  projectName: string;
}
export interface AllProjectCosts {
  data: NamedProjectCosts[];
  isPending: boolean;
  isError: boolean;
  /** Number of projects that are left out because their costs failed to load. */
  missing: number;
  /** Loads the costs again that failed to load. */
  retry: () => void;
}

/** Returns the costs of all projects, with the projects' titles. */
export function useAllProjectCosts(): AllProjectCosts {
  const { data: projects, isPending, isError, refetch } = useProjects();
  const costs = useQueries({
    queries: (projects ?? []).map(({ id }) => ({
      queryKey: projectKeys.costs(id),
      queryFn: getQueryFn(lazySchema('projectCostsSchema')),
      // Always refetched, because the user opens this screen to see the spending up to now.
      staleTime: 0,
    })),
  });
  const data = costs.flatMap(({ data: read }, index) => {
    const projectName = projects?.[index]?.title;
    return read && projectName !== undefined ? [{ ...read, projectName }] : [];
  });
  const isUnknown = isError && !projects;
  const unread = costs.filter((query) => query.isError && !query.data);
  return {
    data,
    isPending: isPending || costs.some((query) => query.isPending),
    isError: isUnknown || (unread.length > 0 && data.length === 0),
    missing: unread.length,
    retry: () => void Promise.all(isUnknown ? [refetch()] : unread.map((query) => query.refetch())),
  };
}

export type NearedBudget = Omit<Extract<PushMessage, { type: 'budgetNeared' }>, 'type'>;

/** The newest budget that is nearly spent, until the user has seen the warning. */
export const nearedBudget = createStore<NearedBudget | null>(null);

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'balanceChanged') void refreshBalance(queryClient);
  if (message.type === 'budgetNeared') nearedBudget.set(message);
}
