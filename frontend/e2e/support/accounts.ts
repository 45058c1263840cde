import type { SocialAccount, SocialPlatform } from '@storyreel/contracts';
import type { ApiClient } from '../../../scripts/lib/api-client.mjs';

/** A sandbox connection. */
export const connectAccount = (api: ApiClient, platform: SocialPlatform): Promise<SocialAccount> =>
  api.json('POST', '/api/social/accounts', {
    platform,
    accountName: `My ${platform} Account`,
    accountId: `account-${platform}`,
    accessToken: 'placeholder-token',
    isActive: true,
  });
