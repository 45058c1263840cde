import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { Account } from './ledger-entry';
import { WalletProof } from './wallet-proof';

export interface WalletReport {
  ownerId: string;
  entries: number;
  /** Ledger units, as far as the chain is sound. */
  accounts: Record<Account, number>;
  openHolds: { holdId: string; units: number; deadline: string }[];
  /** The first revision that is wrong, and why; null for a sound wallet. */
  bad: { revision: bigint; reason: string } | null;
}

/** Recomputes a wallet's chain, balances and open holds from its events alone. */
export function verifyWallet(ownerId: string, events: Iterable<RecordedEvent>): WalletReport {
  const proof = new WalletProof(ownerId);
  for (const event of events) if (!proof.add(event)) break;
  const openHolds = [...proof.open].map(([holdId, hold]) => ({ holdId, ...hold }));
  return { ownerId, entries: proof.entries, accounts: { ...proof.accounts }, openHolds, bad: proof.bad };
}
