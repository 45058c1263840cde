import { SIGN_UP_GRANT_ZAPS, toUnits } from '@storyreel/contracts';
import { AggregateCommand, handlerFor, type NoData } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { move, type WalletEvent } from './ledger-entry';
import { nextEntry, walletAggregate, type WalletState } from './wallet';

export class GrantSignUpZaps extends AggregateCommand<WalletState, NoData> {}

/** Once a user, ever. */
export function decideGrant(state: WalletState, environment: Environment): WalletEvent[] {
  if (state.granted) return [];
  const units = toUnits(SIGN_UP_GRANT_ZAPS);
  const data = { reason: 'sign_up' as const, units, postings: move(units, 'grants', 'available') };
  return [nextEntry(state, environment, { type: 'ZapsGranted', data })];
}

export const GrantSignUpZapsHandler = handlerFor(GrantSignUpZaps, walletAggregate, (_, state, environment) =>
  decideGrant(state, environment),
);
