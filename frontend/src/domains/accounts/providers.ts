import { useMutation, useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { getQueryFn } from '../../platform/query-client';
import { reasonOf } from '../../platform/reasons';
import { tellFailure } from '../../ui';

const PROVIDERS = '/api/providers';
const answers = () => import('./schemas');

/** Which model makes what and where it runs: for developers only. */
export const useProviders = ({ enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: [PROVIDERS],
    queryFn: getQueryFn(() => answers().then(({ providerListSchema }) => providerListSchema)),
    enabled,
  });

/** Asks each provider whether it answers. Nothing is made, and nothing costs anything. */
export const useCheckProviders = () =>
  useMutation({
    mutationFn: () =>
      apiRequest('POST', `${PROVIDERS}/check`, undefined, {
        schema: () => answers().then(({ providerChecksSchema }) => providerChecksSchema),
      }),
    onError: (error) => tellFailure("Couldn't check", reasonOf(error)),
  });
