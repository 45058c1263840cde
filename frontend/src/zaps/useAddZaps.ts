import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { ApiError, apiRequest } from '../platform/api-client';
import { toast } from '../ui';
import { refreshBalance } from './queries';

/** Buys one of the packages. The key makes a repeat of the same request harmless. */
export function useAddZaps() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (amount: number) =>
      apiRequest<{ amount: number }>('POST', '/api/credits/add-zaps', { amount, idempotencyKey: nanoid() }),
    onSuccess: ({ amount }) => {
      toast({ title: 'Zaps Added', description: `${amount} zaps have been added to your account.` });
      return refreshBalance(queryClient);
    },
    onError: (error) =>
      toast({
        title: 'Failed to Add Zaps',
        description: (error instanceof ApiError && error.serverMessage) || 'Unable to add zaps.',
        variant: 'destructive',
      }),
  });
}
