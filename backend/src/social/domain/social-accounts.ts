import type { ConnectionKind, SocialPlatform } from '@storyreel/contracts';
import type { Aggregate } from '../../platform/domain/aggregate';
import type { DomainEvent } from '../../platform/domain/domain-event';
import { notFound } from '../../platform/domain/domain-error';

/** What a platform is called by, and nothing that opens it: tokens are never part of an event. */
interface Connected {
  socialAccountId: string;
  platform: SocialPlatform;
  accountName: string;
  /** The platform's own name for the account. */
  accountId: string;
  kind: ConnectionKind;
}

/** For the first time, or again after it lost its access or was renamed. */
export type SocialAccountConnected = DomainEvent<'SocialAccountConnected', Connected>;
export type SocialAccountRemoved = DomainEvent<'SocialAccountRemoved', { socialAccountId: string }>;
/** The platform has refused our access. */
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
/** In the order in which they were first connected. */
export interface SocialAccountsState {
  accounts: readonly SocialAccountState[];
}

/** Stream `socialaccounts-<user>`: how many there are, and that none is there twice, is decided from one state. */
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

/** Null when the user has none of this id, or has removed it. */
export const findAccount = ({ accounts }: SocialAccountsState, id: string): SocialAccountState | null =>
  accounts.find((account) => account.id === id) ?? null;

/** @throws DomainError 'not_found' */
export function ownAccount(state: SocialAccountsState, id: string): SocialAccountState {
  const account = findAccount(state, id);
  if (!account) throw notFound();
  return account;
}
