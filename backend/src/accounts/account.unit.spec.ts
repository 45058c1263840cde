import { userContext } from '../eventsourcing/commands/command-context';
import { given, OWNER } from '../testing/given-when-then';
import { accountAggregate, decideRegisterAccount, RegisterAccount } from './account';

const command = new RegisterAccount(OWNER, { email: 'ada@example.com', firstName: 'Ada' }, userContext(OWNER));
const registered = {
  type: 'AccountRegistered' as const,
  data: { accountId: OWNER, email: 'ada@example.com', firstName: 'Ada' },
};

describe('an account that is not in the log', () => {
  it('is registered', () => {
    given(accountAggregate, [])
      .when((state) => decideRegisterAccount(command, state))
      .then([registered]);
  });
});

describe('a registered account', () => {
  it('is not registered twice', () => {
    given(accountAggregate, [registered])
      .when((state) => decideRegisterAccount(command, state))
      .then([]);
  });
});
