import type { Aggregate } from '../platform/domain/aggregate';
import type { DomainEvent } from '../platform/domain/domain-event';

export type AccountRegistered = DomainEvent<
  'AccountRegistered',
  { accountId: string; email: string; firstName: string }
>;
export type AccountEvent = AccountRegistered;

export interface AccountState {
  registered: boolean;
}

/** Stream `account-<id>`. Passwords never come here: see credentials.store.ts. */
export const accountAggregate: Aggregate<AccountState, AccountEvent> = {
  category: 'account',
  initial: { registered: false },
  evolve: (state, event) => {
    switch (event.type) {
      case 'AccountRegistered':
        return { registered: true };
      default:
        return state;
    }
  },
};
