import { SIGN_UP_GRANT_ZAPS, toUnits, ZAP_PACKAGES } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { NoData } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { DomainError } from '../../../lib/domain-error';
import { nextEntry, walletAggregate } from './wallet';
import type { WalletState } from './wallet';
import { move } from './wallet-entry';
import type { WalletEvent } from './wallet-entry';

export class GrantSignUpZaps extends AggregateCommand<WalletState, NoData> {}

/** Grants the sign-up zaps once per user. */
export function decideGrant(state: WalletState, environment: Environment): WalletEvent[] {
  if (state.granted) return [];
  const units = toUnits(SIGN_UP_GRANT_ZAPS);
  const data = { reason: 'sign_up' as const, units, postings: move(units, 'grants', 'available') };
  return [nextEntry(state, environment, { type: 'ZapsGranted', data })];
}

export const GrantSignUpZapsHandler = handlerFor(GrantSignUpZaps, walletAggregate, (_, state, environment) =>
  decideGrant(state, environment),
);

interface Purchase {
  purchaseId: string;
  zaps: number;
  sandbox: boolean;
}

export class PurchaseZaps extends AggregateCommand<WalletState, Purchase> {}

/** Adds exactly one of the packages; a repeat of the purchase adds nothing. */
export function decidePurchase({ data }: PurchaseZaps, state: WalletState, environment: Environment): WalletEvent[] {
  if (state.purchases.includes(data.purchaseId)) return [];
  const pack = ZAP_PACKAGES.find(({ zaps }) => zaps === data.zaps);
  if (!pack) throw new DomainError('bad_request', 'Zaps are only sold in packages.');
  const units = toUnits(pack.zaps);
  const postings = move(units, 'purchases', 'available');
  const entry = { purchaseId: data.purchaseId, units, paidUsd: pack.usd, sandbox: data.sandbox, postings };
  return [nextEntry(state, environment, { type: 'ZapsPurchased', data: entry })];
}

export const PurchaseZapsHandler = handlerFor(PurchaseZaps, walletAggregate, decidePurchase);
