import type { ConnectionKind, SocialPlatform } from '@storyreel/contracts';
import { LIMITS } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import { DomainError } from '../../platform/domain/domain-error';
import {
  type SocialAccountEvent,
  socialAccountsAggregate,
  type SocialAccountsState,
  type SocialAccountState,
} from './social-accounts';

interface AskedAccount {
  /** Of a new one. */
  socialAccountId: string;
  platform: SocialPlatform;
  accountName: string;
  accountId: string;
  kind: ConnectionKind;
}

/** The aggregate is the user's accounts. */
export class ConnectAccount extends AggregateCommand<SocialAccountsState, AskedAccount> {}

/** One of a platform's accounts is connected once: connecting it again keeps its id, and gives it its access back. */
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

/** The account that stands for it, whenever it was connected. */
export const connectedAs = (
  { accounts }: SocialAccountsState,
  { platform, accountId, kind }: Pick<AskedAccount, 'platform' | 'accountId' | 'kind'>,
): SocialAccountState | null =>
  accounts.find((known) => known.platform === platform && known.accountId === accountId && known.kind === kind) ?? null;

export const ConnectAccountHandler = handlerFor(ConnectAccount, socialAccountsAggregate, decideConnectAccount);
