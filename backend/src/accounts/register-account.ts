import type { CommandContext } from '../platform/commands/command-context';
import { AggregateCommand, handlerFor } from '../platform/commands/command-handler';
import { accountAggregate, type AccountEvent, type AccountState } from './account';

/** Puts a new account into the log. A repeat has nothing to do. */
export class RegisterAccount extends AggregateCommand<AccountState> {
  constructor(
    readonly account: { id: string; email: string; firstName: string },
    readonly context: CommandContext,
  ) {
    super();
  }

  get aggregateId(): string {
    return this.account.id;
  }
}

export function decideRegisterAccount({ account }: RegisterAccount, state: AccountState): AccountEvent[] {
  if (state.registered) return [];
  const { id, email, firstName } = account;
  return [{ type: 'AccountRegistered', data: { accountId: id, email, firstName } }];
}

export const RegisterAccountHandler = handlerFor(RegisterAccount, accountAggregate, decideRegisterAccount);
