import { useMutation, useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { lazyList } from '../../platform/lazy-schema';
import { getQueryFn } from '../../platform/query-client';
import { reasonOf } from '../../platform/reasons';
import { tellFailure } from '../../ui';

const PROVIDERS = '/api/providers';
/** Which model makes what and where it runs: for developers only. */
export const useProviders = ({ enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: [PROVIDERS],
    queryFn: getQueryFn(lazyList('providerInfoSchema')),
    enabled,
  });

/** Asks each provider whether it answers. Nothing is made, and nothing costs anything. */
export const useCheckProviders = () =>
  useMutation({
    mutationFn: () =>
      apiRequest('POST', `${PROVIDERS}/check`, undefined, {
        schema: lazyList('providerCheckSchema'),
      }),
    onError: (error) => tellFailure("Couldn't check", reasonOf(error)),
  });
