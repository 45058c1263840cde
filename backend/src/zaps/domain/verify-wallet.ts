import { foldContextOf } from '../../platform/domain/aggregate';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import { findHold, openHolds } from './hold-book';
import { genesisHash, hashOf, WALLET_EVENT_TYPES, type Account, type Posting, type WalletEvent } from './ledger-entry';
import { walletAggregate, type WalletState } from './wallet';

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
  let state: WalletState = walletAggregate.initial;
  let entries = 0;
  let bad: WalletReport['bad'] = null;
  for (const event of events) {
    const reason = fault(state, event, ownerId, BigInt(entries));
    if (reason !== null) {
      bad = { revision: event.revision, reason };
      break;
    }
    state = fold(state, event);
    entries += 1;
  }
  const holds = openHolds(state.holds).map(([holdId, { units, deadline }]) => ({ holdId, units, deadline }));
  return { ownerId, entries, accounts: state.accounts, openHolds: holds, bad };
}

const fold = (state: WalletState, event: RecordedEvent): WalletState =>
  walletAggregate.evolve(state, event as unknown as WalletEvent, foldContextOf(event));

function fault(state: WalletState, event: RecordedEvent, ownerId: string, revision: bigint): string | null {
  if (!(WALLET_EVENT_TYPES as readonly string[]).includes(event.type)) return `'${event.type}' is no ledger entry`;
  const entry = event as unknown as WalletEvent;
  if (event.revision !== revision) return `revision ${revision} is missing`;
  if (entry.data.prevHash !== (state.lastHash ?? genesisHash(ownerId))) return 'does not follow the entry before it';
  if (entry.data.hash !== hashOf(entry)) return 'was changed after it was written';
  if (!entry.data.postings.every(({ units }) => Number.isSafeInteger(units))) return 'has a posting that is no integer';
  if (sum(entry.data.postings) !== 0) return 'has postings that do not sum to zero';
  return holdFault(state, entry) ?? balanceFault(fold(state, event));
}

function holdFault(state: WalletState, event: WalletEvent): string | null {
  if (event.type === 'ZapsReserved') return findHold(state.holds, event.data.holdId) ? 'reserves a hold twice' : null;
  if (event.type !== 'ZapsSettled' && event.type !== 'ZapsReleased') return null;
  const hold = findHold(state.holds, event.data.holdId);
  if (hold?.status !== 'open') return 'closes a hold that is not open';
  const freed = sum(event.data.postings.filter(({ account }) => account === 'held'));
  return 0 - freed === hold.units ? null : 'does not free exactly what was held';
}

function balanceFault({ accounts, holds }: WalletState): string | null {
  if (accounts.available < 0) return 'makes the balance negative';
  const held = openHolds(holds).reduce((total, [, hold]) => total + hold.units, 0);
  return held === accounts.held ? null : 'leaves a held sum that the open holds do not explain';
}

const sum = (postings: readonly Posting[]): number => postings.reduce((total, { units }) => total + units, 0);
