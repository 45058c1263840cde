import { toUnits, ZAP_PACKAGES } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { DomainError } from '../../platform/domain/domain-error';
import { move, type WalletEvent } from './ledger-entry';
import { nextEntry, walletAggregate, type WalletState } from './wallet';

interface Purchase {
  purchaseId: string;
  zaps: number;
  sandbox: boolean;
}

export class PurchaseZaps extends AggregateCommand<WalletState, Purchase> {}

/** Exactly one of the packages; the same purchase again adds nothing. */
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
