import { findAccount, type SocialAccountEvent, type SocialAccountsState } from './social-accounts';

/** The platform takes no more of us for this account: nothing goes there until its owner connects it again. */
export function decideDeactivateAccount(
  state: SocialAccountsState,
  data: { socialAccountId: string; reason: string },
): SocialAccountEvent[] {
  return findAccount(state, data.socialAccountId)?.isActive ? [{ type: 'SocialAccountDeactivated', data }] : [];
}
