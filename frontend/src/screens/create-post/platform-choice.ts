import type { SocialAccount, SocialPlatform } from '@storyreel/contracts';
import { accountOn } from '../../domains/posts/account-on';

type Platforms = readonly SocialPlatform[];

export const togglePlatform = (chosen: Platforms, platform: SocialPlatform): SocialPlatform[] =>
  chosen.includes(platform) ? chosen.filter((other) => other !== platform) : [...chosen, platform];

export interface FormAccount {
  platform: SocialPlatform | null;
  account: SocialAccount | null;
}

/**
 * The form's own account and platform: those of the first platform chosen that has an account. Nothing is chosen, and
 * both are clear; only platforms without an account, and the platform is the first of them.
 */
export function formAccount(chosen: Platforms, accounts: readonly SocialAccount[]): FormAccount {
  const [first = null] = chosen;
  const connected = chosen.find((platform) => accountOn(platform, accounts) !== null);
  return connected
    ? { platform: connected, account: accountOn(connected, accounts) }
    : { platform: first, account: null };
}
