import { ROLES } from '@storyreel/contracts';
import type { DateChoice, Role } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../eventsourcing/commands/command-handler';
import type { Aggregate } from '../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../eventsourcing/domain/domain-event';
import { DomainError } from '../lib/domain-error';

export type AccountEvent =
  | DomainEvent<'AccountRegistered', { accountId: string; email: string; firstName: string }>
  | DomainEvent<'AccountRenamed', { firstName: string }>
  | DomainEvent<'DatesChosen', DateChoice>
  | DomainEvent<'AccountEmailChanged', { accountId: string; email: string }>
  /**
   * The owner changed the password, or somebody used a reset link from the operator. The log never contains the
   * password.
   */
  | DomainEvent<'PasswordChanged', { changeId: string; by: PasswordChange['by'] }>
  /** Roles are granted from the installation's command line; the metadata names the actor. */
  | DomainEvent<'RoleGranted', { role: Role }>
  | DomainEvent<'RoleRevoked', { role: Role }>;

export interface PasswordChange {
  /** Id derived from the new password's hash. */
  changeId: string;
  by: 'owner' | 'link';
}

export interface AccountState {
  registered: boolean;
  email: string;
  firstName: string;
  dates: DateChoice;
  /** Id of the newest change of the password. */
  passwordChangeId: string | null;
  /** Sorted in the order of ROLES. */
  roles: readonly Role[];
}

/** The default: the browser's own date format and time zone. */
const OF_BROWSER: DateChoice = { locale: null, timeZone: null };

/** Stream `account-<id>`. Passwords never enter it: see credentials.store.ts. */
export const accountAggregate: Aggregate<AccountState, AccountEvent> = {
  category: 'account',
  // Role events are not encrypted, so that it stays known after an erasure who had which role; they name people by ids
  // only.
  isInClear: ({ type }) => type === 'RoleGranted' || type === 'RoleRevoked',
  initial: { registered: false, email: '', firstName: '', dates: OF_BROWSER, passwordChangeId: null, roles: [] },
  evolve: (state, event) => {
    switch (event.type) {
      case 'AccountRegistered':
        return { ...state, registered: true, email: event.data.email, firstName: event.data.firstName };
      case 'AccountRenamed':
        return { ...state, firstName: event.data.firstName };
      case 'DatesChosen':
        return { ...state, dates: event.data };
      case 'AccountEmailChanged':
        return { ...state, email: event.data.email };
      case 'PasswordChanged':
        return { ...state, passwordChangeId: event.data.changeId };
      case 'RoleGranted':
        return { ...state, roles: ROLES.filter((role) => role === event.data.role || state.roles.includes(role)) };
      case 'RoleRevoked':
        return { ...state, roles: state.roles.filter((role) => role !== event.data.role) };
      default:
        return event satisfies never;
    }
  },
};

/** Records a new account in the log. Idempotent. */
export class RegisterAccount extends AggregateCommand<AccountState, { email: string; firstName: string }> {}

export function decideRegisterAccount({ aggregateId, data }: RegisterAccount, state: AccountState): AccountEvent[] {
  if (state.registered) return [];
  const { email, firstName } = data;
  return [{ type: 'AccountRegistered', data: { accountId: aggregateId, email, firstName } }];
}

export const RegisterAccountHandler = handlerFor(RegisterAccount, accountAggregate, decideRegisterAccount);

const checkRegistered = (state: AccountState): void => {
  if (!state.registered) throw new DomainError('not_found', 'Account not found.');
};

export class RenameAccount extends AggregateCommand<AccountState, { firstName: string }> {}

/** @throws DomainError not_found */
export function decideRenameAccount({ data: { firstName } }: RenameAccount, state: AccountState): AccountEvent[] {
  checkRegistered(state);
  return state.firstName === firstName ? [] : [{ type: 'AccountRenamed', data: { firstName } }];
}

export const RenameAccountHandler = handlerFor(RenameAccount, accountAggregate, decideRenameAccount);

export class ChooseDates extends AggregateCommand<AccountState, DateChoice> {}

/** @throws DomainError not_found */
export function decideChooseDates({ data }: Pick<ChooseDates, 'data'>, state: AccountState): AccountEvent[] {
  checkRegistered(state);
  const { locale, timeZone } = data;
  const isSame = state.dates.locale === locale && state.dates.timeZone === timeZone;
  return isSame ? [] : [{ type: 'DatesChosen', data: { locale, timeZone } }];
}

export const ChooseDatesHandler = handlerFor(ChooseDates, accountAggregate, decideChooseDates);

/** Records in the log that an account's e-mail address has changed. */
export class RecordEmail extends AggregateCommand<AccountState, { email: string }> {}

/** @throws DomainError not_found */
export function decideRecordEmail(
  { aggregateId, data: { email } }: Pick<RecordEmail, 'aggregateId' | 'data'>,
  state: AccountState,
): AccountEvent[] {
  checkRegistered(state);
  return state.email === email ? [] : [{ type: 'AccountEmailChanged', data: { accountId: aggregateId, email } }];
}

export const RecordEmailHandler = handlerFor(RecordEmail, accountAggregate, decideRecordEmail);

/** Records in the log that a password was changed. */
export class RecordPasswordChange extends AggregateCommand<AccountState, PasswordChange> {}

/** @throws DomainError not_found */
export function decideRecordPasswordChange({ data }: RecordPasswordChange, state: AccountState): AccountEvent[] {
  checkRegistered(state);
  return state.passwordChangeId === data.changeId ? [] : [{ type: 'PasswordChanged', data }];
}

export const RecordPasswordChangeHandler = handlerFor(
  RecordPasswordChange,
  accountAggregate,
  decideRecordPasswordChange,
);

/** Grants a role; returns no event when the account already has it. @throws DomainError not_found */
export function decideGrantRole(state: AccountState, role: Role): AccountEvent[] {
  checkRegistered(state);
  return state.roles.includes(role) ? [] : [{ type: 'RoleGranted', data: { role } }];
}

/** Revokes a role; returns no event when the account does not have it. @throws DomainError not_found */
export function decideRevokeRole(state: AccountState, role: Role): AccountEvent[] {
  checkRegistered(state);
  return state.roles.includes(role) ? [{ type: 'RoleRevoked', data: { role } }] : [];
}
