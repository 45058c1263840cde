import { LIMITS } from '@storyreel/contracts';
import type { ConnectionKind, SocialPlatform } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../eventsourcing/commands/command-handler';
import type { Aggregate } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import { type Refusable, refusable } from '../../eventsourcing/refusals/refusals';
import { DomainError, notFound } from '../../lib/domain-error';

/** An account on a platform, without credentials: tokens are never part of an event. */
interface Connected {
  socialAccountId: string;
  platform: SocialPlatform;
  accountName: string;
  /** The account's id on the platform. */
  accountId: string;
  kind: ConnectionKind;
}

/** An account was connected: for the first time, or again after its access was lost or its name changed. */
export type SocialAccountConnected = DomainEvent<'SocialAccountConnected', Connected>;
export type SocialAccountRemoved = DomainEvent<'SocialAccountRemoved', { socialAccountId: string }>;
/** The platform no longer grants access to the account. */
export type SocialAccountDeactivated = DomainEvent<
  'SocialAccountDeactivated',
  { socialAccountId: string; reason: string }
>;
export type SocialAccountEvent = SocialAccountConnected | SocialAccountRemoved | SocialAccountDeactivated;
export const SOCIAL_ACCOUNT_EVENT_TYPES: readonly SocialAccountEvent['type'][] = [
  'SocialAccountConnected',
  'SocialAccountRemoved',
  'SocialAccountDeactivated',
];

export interface SocialAccountState extends Omit<Connected, 'socialAccountId'> {
  id: string;
  isActive: boolean;
  createdAt: string;
}
/**
 * The user's accounts in the order of connection; a reconnected account keeps its place unless it was removed before.
 */
export interface SocialAccountsState {
  accounts: readonly SocialAccountState[];
}

/**
 * Stream `socialaccounts-<user>`: one state for all accounts of a user, because the quota and duplicates are decided on
 * all of them.
 */
export const socialAccountsAggregate: Aggregate<SocialAccountsState, SocialAccountEvent> = {
  category: 'socialaccounts',
  initial: { accounts: [] },
  evolve({ accounts }, event, { at }) {
    const { socialAccountId } = event.data;
    const isIt = ({ id }: SocialAccountState) => id === socialAccountId;
    switch (event.type) {
      case 'SocialAccountConnected': {
        const { socialAccountId: id, ...connected } = event.data;
        const createdAt = accounts.find(isIt)?.createdAt ?? at;
        const account = { id, ...connected, isActive: true, createdAt };
        return {
          accounts: accounts.some(isIt)
            ? accounts.map((known) => (isIt(known) ? account : known))
            : [...accounts, account],
        };
      }
      case 'SocialAccountRemoved':
        return { accounts: accounts.filter((known) => !isIt(known)) };
      case 'SocialAccountDeactivated':
        return { accounts: accounts.map((known) => (isIt(known) ? { ...known, isActive: false } : known)) };
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  },
};

/** Returns the user's account with this id; null when it never existed or was removed. */
export const findAccount = ({ accounts }: SocialAccountsState, id: string): SocialAccountState | null =>
  accounts.find((account) => account.id === id) ?? null;

/** @throws DomainError 'not_found' */
export function ownAccount(state: SocialAccountsState, id: string): SocialAccountState {
  const account = findAccount(state, id);
  if (!account) throw notFound();
  return account;
}

interface AskedAccount {
  /** Id for the account, if it is new. */
  socialAccountId: string;
  platform: SocialPlatform;
  accountName: string;
  accountId: string;
  kind: ConnectionKind;
}

/** Connects an account; the aggregate holds all accounts of the user. */
export class ConnectAccount extends AggregateCommand<SocialAccountsState, AskedAccount> {}

/** Connects an account of a platform. Connecting the same account again keeps its id and restores its access. */
export function decideConnectAccount(
  { data }: Pick<ConnectAccount, 'data'>,
  state: SocialAccountsState,
): SocialAccountEvent[] {
  const known = connectedAs(state, data);
  if (known?.isActive && known.accountName === data.accountName) return [];
  if (!known && state.accounts.length >= LIMITS.accountsPerUser) {
    throw new DomainError('limit_reached', `You can connect at most ${LIMITS.accountsPerUser} accounts.`);
  }
  return [{ type: 'SocialAccountConnected', data: { ...data, socialAccountId: known?.id ?? data.socialAccountId } }];
}

/** Returns the connected account with this platform, id and kind; null when there is none. */
export const connectedAs = (
  { accounts }: SocialAccountsState,
  { platform, accountId, kind }: Pick<AskedAccount, 'platform' | 'accountId' | 'kind'>,
): SocialAccountState | null =>
  accounts.find((known) => known.platform === platform && known.accountId === accountId && known.kind === kind) ?? null;

export const ConnectAccountHandler = handlerFor(ConnectAccount, socialAccountsAggregate, decideConnectAccount);

/** Decision about a new account; its refusals because of the quota are recorded. */
export const accountRefusals: Refusable[] = [refusable(ConnectAccount, socialAccountsAggregate, decideConnectAccount)];

/**
 * Removes an account and keeps its posts; a post that becomes due without its account fails. The aggregate holds all
 * accounts of the user.
 */
export class RemoveAccount extends AggregateCommand<SocialAccountsState, { socialAccountId: string }> {}

export function decideRemoveAccount(
  { data: { socialAccountId } }: Pick<RemoveAccount, 'data'>,
  state: SocialAccountsState,
): SocialAccountEvent[] {
  ownAccount(state, socialAccountId);
  return [{ type: 'SocialAccountRemoved', data: { socialAccountId } }];
}

export const RemoveAccountHandler = handlerFor(RemoveAccount, socialAccountsAggregate, decideRemoveAccount);

/**
 * Deactivates an account to which the platform denies access: nothing is published there until its owner reconnects it.
 */
export function decideDeactivateAccount(
  state: SocialAccountsState,
  data: { socialAccountId: string; reason: string },
): SocialAccountEvent[] {
  return findAccount(state, data.socialAccountId)?.isActive ? [{ type: 'SocialAccountDeactivated', data }] : [];
}
