import { PLATFORM_PROFILES } from '@storyreel/contracts';
import type { PlatformConnection, SocialAccount, SocialPlatform } from '@storyreel/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { apiRequest } from '../../../platform/http/api-client';
import { idempotencyHeader, idempotencyKeys } from '../../../platform/http/idempotency-keys';
import { lazySchema } from '../../../platform/lazy/lazy-schema';
import { tellError, tellFailure, toast, useCommand } from '../../../ui';
import type { StatusColour } from '../../../ui';
import { refreshSocialAccounts } from '../api';

/** Sent in place of a real connection's token, which only the server knows. */
const PLACEHOLDER_TOKEN = 'placeholder-token';

/** The server derives the account's id from the random key, so a retry connects the same account. */
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
/**
 * Reports that connecting failed.
 * @param error the server's error; only the server knows the platform's own error
 */
const tellConnectionFailed = (error?: unknown): void =>
  tellError('Connection Failed', error, 'Failed to connect social media account');

/** Connects a sandbox account at once; for a real account, redirects to the platform's page. */
export const useConnectAccount = (leaveFor: (address: string) => void = (address) => window.location.assign(address)) =>
  useCommand({
    run: async ({ platform, authorizeUrl }: Pick<PlatformConnection, 'platform' | 'authorizeUrl'>) => {
      if (authorizeUrl === null) return connectSandbox(platform);
      leaveFor(authorizeUrl);
      return null;
    },
    onDone: (queryClient, account) => {
      if (!account) return;
      tellAccountConnected();
      return refreshSocialAccounts(queryClient);
    },
    failure: tellConnectionFailed,
  });

export const useRemoveAccount = () =>
  useCommand({
    run: ({ id }: SocialAccount) =>
      apiRequest('DELETE', `/api/social/accounts/${id}`, undefined, { schema: lazySchema('deletedResponseSchema') }),
    success: () => ({ title: 'Account Removed', description: 'Social media account has been disconnected' }),
    failure: "Couldn't disconnect the account",
    refresh: refreshSocialAccounts,
  });

export interface ConnectionState {
  colour: StatusColour;
  text: 'Connected & Active' | 'Connected but Inactive' | 'Not Connected';
}

/** Derives the state of a platform's connection from its accounts. */
export function connectionState(accounts: readonly Pick<SocialAccount, 'isActive'>[]): ConnectionState {
  if (accounts.some(({ isActive }) => isActive)) return { colour: 'green', text: 'Connected & Active' };
  if (accounts.length > 0) return { colour: 'yellow', text: 'Connected but Inactive' };
  return { colour: 'red', text: 'Not Connected' };
}

/** Names the permissions that the user did not grant on a platform's consent page. */
function tellPermissionsMissing(platform: SocialPlatform, scopes: readonly string[]): void {
  const { name, permissions } = PLATFORM_PROFILES[platform];
  const missing = list.format(scopes.flatMap((scope) => permissions[scope] ?? []));
  tellFailure(
    'Permissions Missing',
    `${name} didn't allow us to ${missing || 'publish'}. Connect again and leave every permission selected.`,
  );
}
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Announces the outcome of a platform's consent page once, when the browser returns from it. */
export function useConsentOutcome(): void {
  const { consent, platform, missing = '' } = useSearch({ from: '/social' });
  const navigate = useNavigate();
  useEffect(() => {
    if (consent === undefined) return;
    if (consent === 'connected') tellAccountConnected();
    else if (consent === 'incomplete' && platform) tellPermissionsMissing(platform, missing.split(' '));
    else tellConnectionFailed();
    // Removes the outcome from the address, so that neither a reload nor the Back button shows it again.
    void navigate({ to: '/social', search: ({ project }) => ({ project }), replace: true });
  }, [consent, platform, missing, navigate]);
}
