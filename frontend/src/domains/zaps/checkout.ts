import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, apiRequest } from '../../platform/api-client';
import { idempotencyKeys } from '../../platform/intentions';
import { lazySchema } from '../../platform/lazy-schema';
import { tellFailure } from '../../ui';
import { zapKeys } from './queries';

/** Begins a purchase, and leaves for the page where it is paid. */
export function useCheckout(leave: (url: string) => void = (url) => window.location.assign(url)) {
  return useMutation({
    mutationFn: (amount: number) =>
      idempotencyKeys.once('checkout', amount, (idempotencyKey) =>
        apiRequest(
          'POST',
          '/api/credits/checkout',
          { amount, idempotencyKey },
          { schema: lazySchema('checkoutResponseSchema') },
        ),
      ),
    onSuccess: ({ url }) => leave(url),
    onError: (error) =>
      tellFailure(
        "Couldn't open the payment page",
        (error instanceof ApiError && error.serverMessage) || 'Nothing was charged. Please try again.',
      ),
  });
}

/** What has become of a purchase. A push message has it asked again. */
export const useCheckoutState = (id: string | undefined) =>
  useQuery({
    queryKey: [...zapKeys.checkout, id],
    queryFn: ({ signal }) =>
      apiRequest('GET', `/api/credits/checkouts/${id}`, undefined, {
        schema: lazySchema('checkoutSchema'),
        signal,
      }),
    enabled: id !== undefined,
  });
