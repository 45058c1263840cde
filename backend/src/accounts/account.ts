import { type Role, ROLES } from '@storyreel/contracts';
import type { Aggregate } from '../platform/domain/aggregate';
import type { DomainEvent } from '../platform/domain/domain-event';

export type AccountEvent =
  | DomainEvent<'AccountRegistered', { accountId: string; email: string; firstName: string }>
  /** By whom is in the metadata: roles are granted at the command line of the installation. */
  | DomainEvent<'RoleGranted', { role: Role }>
  | DomainEvent<'RoleRevoked', { role: Role }>;

export interface AccountState {
  registered: boolean;
  /** In the order of ROLES. */
  roles: readonly Role[];
}

/** Stream `account-<id>`. Passwords never come here: see credentials.store.ts. */
export const accountAggregate: Aggregate<AccountState, AccountEvent> = {
  category: 'account',
  initial: { registered: false, roles: [] },
  evolve: (state, event) => {
    switch (event.type) {
      case 'AccountRegistered':
        return { ...state, registered: true };
      case 'RoleGranted':
        return { ...state, roles: ROLES.filter((role) => role === event.data.role || state.roles.includes(role)) };
      case 'RoleRevoked':
        return { ...state, roles: state.roles.filter((role) => role !== event.data.role) };
      default:
        return event satisfies never;
    }
  },
};
