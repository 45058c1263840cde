import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import {
  ownAccount,
  type SocialAccountEvent,
  socialAccountsAggregate,
  type SocialAccountsState,
} from './social-accounts';

/** Its posts stay; those that become due without it fail. The aggregate is the user's accounts. */
export class RemoveAccount extends AggregateCommand<SocialAccountsState, { socialAccountId: string }> {}

export function decideRemoveAccount(
  { data: { socialAccountId } }: Pick<RemoveAccount, 'data'>,
  state: SocialAccountsState,
): SocialAccountEvent[] {
  ownAccount(state, socialAccountId);
  return [{ type: 'SocialAccountRemoved', data: { socialAccountId } }];
}

export const RemoveAccountHandler = handlerFor(RemoveAccount, socialAccountsAggregate, decideRemoveAccount);
