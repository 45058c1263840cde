import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, apiRequest } from '../../platform/api-client';
import { idempotencyKeys } from '../../platform/intentions';
import { lazySchema } from '../../platform/lazy-schema';
import { tellFailure, toast } from '../../ui';
import { refreshBalance } from './queries';

/** Buys one of the packages, once, however often the answer was lost. */
export function useAddZaps() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (amount: number) =>
      idempotencyKeys.once('add-zaps', amount, (idempotencyKey) =>
        apiRequest(
          'POST',
          '/api/credits/add-zaps',
          { amount, idempotencyKey },
          { schema: lazySchema('addZapsResponseSchema') },
        ),
      ),
    onSuccess: ({ amount }) => {
      toast({ title: 'Zaps Added', description: `${amount} zaps have been added to your account.` });
      return refreshBalance(queryClient);
    },
    onError: (error) =>
      tellFailure('Failed to Add Zaps', (error instanceof ApiError && error.serverMessage) || 'Unable to add zaps.'),
  });
}
