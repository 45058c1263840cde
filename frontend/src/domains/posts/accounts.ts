import {
  PLATFORM_PROFILES,
  type PlatformConnection,
  type SocialAccount,
  type SocialPlatform,
} from '@storyreel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { idempotencyKeys, idempotencyHeader } from '../../platform/intentions';
import { lazySchema } from '../../platform/lazy-schema';
import { tellError, toast } from '../../ui';
import { refreshSocialAccounts } from './keys';

/** Stands where a real connection has its token, which only the server ever sees. */
const PLACEHOLDER_TOKEN = 'placeholder-token';

/** The account's id is as random as the key, and with it the same when the same connection is asked for again. */
const connectSandbox = (platform: SocialPlatform): Promise<SocialAccount> =>
  idempotencyKeys.once(`connect/${platform}`, null, (key) =>
    apiRequest(
      'POST',
      '/api/social/accounts',
      {
        platform,
        accountName: `My ${PLATFORM_PROFILES[platform].name} Account`,
        accountId: `account-${key}`,
        accessToken: PLACEHOLDER_TOKEN,
        isActive: true,
      },
      { schema: lazySchema('socialAccountSchema'), headers: idempotencyHeader(key) },
    ),
  );

export function tellAccountConnected(): void {
  toast({ title: 'Account Connected', description: 'Social media account has been connected successfully' });
}
/** @param error what the server answered; what the platform answered is known to the server alone */
export const tellConnectionFailed = (error?: unknown): void =>
  tellError('Connection Failed', error, 'Failed to connect social media account');

/** A sandbox connection is there at once; for a real one the browser leaves for the platform's own page. */
export function useConnectAccount(leaveFor: (address: string) => void = (address) => window.location.assign(address)) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ platform, authorizeUrl }: Pick<PlatformConnection, 'platform' | 'authorizeUrl'>) => {
      if (authorizeUrl === null) return connectSandbox(platform);
      leaveFor(authorizeUrl);
      return null;
    },
    onSuccess: (account) => {
      if (!account) return;
      tellAccountConnected();
      return refreshSocialAccounts(queryClient);
    },
    onError: tellConnectionFailed,
  });
}

export function useRemoveAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SocialAccount) =>
      apiRequest('DELETE', `/api/social/accounts/${id}`, undefined, { schema: lazySchema('deletedResponseSchema') }),
    onSuccess: () => {
      toast({ title: 'Account Removed', description: 'Social media account has been disconnected' });
      return refreshSocialAccounts(queryClient);
    },
    onError: (error) => {
      tellError("Couldn't disconnect the account", error);
      // It may have been removed all the same, its answer lost.
      return refreshSocialAccounts(queryClient);
    },
  });
}
