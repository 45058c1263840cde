import type { Role } from '@storyreel/contracts';
import { DomainError } from '../platform/domain/domain-error';
import type { AccountEvent, AccountState } from './account';

const checkRegistered = (state: AccountState): void => {
  if (!state.registered) throw new DomainError('not_found', 'Account not found.');
};

/** Nothing to do for a role that the account has. @throws DomainError not_found */
export function decideGrantRole(state: AccountState, role: Role): AccountEvent[] {
  checkRegistered(state);
  return state.roles.includes(role) ? [] : [{ type: 'RoleGranted', data: { role } }];
}

/** Nothing to do for a role that the account does not have. @throws DomainError not_found */
export function decideRevokeRole(state: AccountState, role: Role): AccountEvent[] {
  checkRegistered(state);
  return state.roles.includes(role) ? [{ type: 'RoleRevoked', data: { role } }] : [];
}
