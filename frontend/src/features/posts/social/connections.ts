import { PLATFORM_PROFILES } from '@storyreel/contracts';
import type { PlatformConnection, SocialAccount, SocialPlatform } from '@storyreel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { apiRequest } from '../../../platform/http/api-client';
import { idempotencyHeader, idempotencyKeys } from '../../../platform/http/idempotency-keys';
import { lazySchema } from '../../../platform/lazy/lazy-schema';
import { tellError, toast } from '../../../ui';
import type { StatusColour } from '../../../ui';
import { refreshSocialAccounts } from '../api';

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

function tellAccountConnected(): void {
  toast({ title: 'Account Connected', description: 'Social media account has been connected successfully' });
}
/** @param error what the server answered; what the platform answered is known to the server alone */
const tellConnectionFailed = (error?: unknown): void =>
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

export interface ConnectionState {
  colour: StatusColour;
  text: 'Connected & Active' | 'Connected but Inactive' | 'Not Connected';
}

/** Of a platform with these accounts. */
export function connectionState(accounts: readonly Pick<SocialAccount, 'isActive'>[]): ConnectionState {
  if (accounts.some(({ isActive }) => isActive)) return { colour: 'green', text: 'Connected & Active' };
  if (accounts.length > 0) return { colour: 'yellow', text: 'Connected but Inactive' };
  return { colour: 'red', text: 'Not Connected' };
}

/** Says once how it went at the platform that the browser has just come back from. */
export function useConsentOutcome(): void {
  const { consent } = useSearch({ from: '/social' });
  const navigate = useNavigate();
  useEffect(() => {
    if (consent === undefined) return;
    if (consent === 'connected') tellAccountConnected();
    else tellConnectionFailed();
    // A reload, or the way back, says it no more.
    void navigate({ to: '/social', search: ({ project }) => ({ project }), replace: true });
  }, [consent, navigate]);
}
