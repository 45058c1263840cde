import type { Budget, SetBudgetRequest } from '@storyreel/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, apiRequest } from '../../platform/api-client';
import { lazySchema } from '../../platform/lazy-schema';
import { getQueryFn } from '../../platform/query-client';
import { tellFailure, toast } from '../../ui';
import { zapKeys } from './queries';

const answer = lazySchema('budgetsSchema');
const readBudgets = getQueryFn(answer);

const NOTHING: Budget = { monthlyZaps: null, spentZaps: 0 };

/** A project's budget, or with null what may be spent in all. */
export function useBudget(projectId: string | null) {
  return useQuery({
    queryKey: zapKeys.budgets,
    queryFn: readBudgets,
    select: ({ person, projects }): Budget =>
      projectId === null ? person : (projects.find((one) => one.projectId === projectId) ?? NOTHING),
  });
}

export function useSetBudget(projectId: string | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: SetBudgetRequest) => {
      const address = projectId === null ? '/api/credits/budget' : `/api/projects/${projectId}/budget`;
      return apiRequest('PUT', address, request, { schema: answer });
    },
    onSuccess: (budgets, { monthlyZaps }) => {
      queryClient.setQueryData(zapKeys.budgets, budgets);
      toast({ title: monthlyZaps === null ? 'Budget removed' : 'Budget saved' });
    },
    onError: (error) =>
      tellFailure(
        "Couldn't save the budget",
        (error instanceof ApiError && error.serverMessage) || 'Please try again.',
      ),
  });
}
