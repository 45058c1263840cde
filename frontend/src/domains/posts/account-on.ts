import type { SocialAccount, SocialPlatform } from '@storyreel/contracts';

/** The account that posts on a platform; null while none is connected that the platform still lets in. */
export const accountOn = (platform: SocialPlatform, accounts: readonly SocialAccount[]): SocialAccount | null =>
  accounts.find((account) => account.platform === platform && account.isActive) ?? null;
