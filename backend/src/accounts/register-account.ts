import { AggregateCommand, handlerFor } from '../platform/commands/command-handler';
import { accountAggregate, type AccountEvent, type AccountState } from './account';

/** Puts a new account into the log. A repeat has nothing to do. */
export class RegisterAccount extends AggregateCommand<AccountState, { email: string; firstName: string }> {}

export function decideRegisterAccount({ aggregateId, data }: RegisterAccount, state: AccountState): AccountEvent[] {
  if (state.registered) return [];
  const { email, firstName } = data;
  return [{ type: 'AccountRegistered', data: { accountId: aggregateId, email, firstName } }];
}

export const RegisterAccountHandler = handlerFor(RegisterAccount, accountAggregate, decideRegisterAccount);
