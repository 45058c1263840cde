import type { Aggregate } from '../../platform/domain/aggregate';
import { closeHold, type HoldBook, NO_HOLDS, withHold } from './hold-book';
import { chain, genesisHash, type Account, type WalletEntry, type WalletEvent } from './ledger-entry';

export interface WalletState {
  /** Ledger units by account; all of them sum to zero. */
  accounts: Readonly<Record<Account, number>>;
  holds: HoldBook;
  /** The newest ones, so that a repeat is recognised. */
  purchases: readonly string[];
  granted: boolean;
  /** Scene generations that the plan covered on its newest day (UTC). */
  bulk: { day: string; count: number };
  /** Hash of the newest entry, null before the first. */
  lastHash: string | null;
}

/** Far more purchases than anybody makes in the days that a key is kept. */
const REMEMBERED = 1_000;

const EMPTY = { available: 0, held: 0, revenue: 0, grants: 0, purchases: 0, refunds: 0 };

/** One wallet a user; its id is the user's. */
export const walletAggregate: Aggregate<WalletState, WalletEvent> = {
  category: 'wallet',
  initial: {
    accounts: EMPTY,
    holds: NO_HOLDS,
    purchases: [],
    granted: false,
    bulk: { day: '', count: 0 },
    lastHash: null,
  },
  evolve: (state, event) => detail(post(state, event), event),
  snapshot: { version: 1 },
};

function post(state: WalletState, { data }: WalletEvent): WalletState {
  const accounts = { ...state.accounts };
  for (const { account, units } of data.postings) accounts[account] += units;
  return { ...state, accounts, lastHash: data.hash };
}

function detail(state: WalletState, event: WalletEvent): WalletState {
  switch (event.type) {
    case 'ZapsGranted':
      return { ...state, granted: true };
    case 'ZapsPurchased':
      return { ...state, purchases: [...state.purchases.slice(1 - REMEMBERED), event.data.purchaseId] };
    case 'ZapsReserved': {
      const { holdId, units, price, purpose, deadline, bulkDay, at } = event.data;
      const { requestHash } = purpose;
      const hold = { status: 'open' as const, units, price, purpose, requestHash, deadline, bulkDay, reservedAt: at };
      const bulk = bulkDay === null ? state.bulk : { day: bulkDay, count: bulkCount(state, bulkDay) + 1 };
      return { ...state, bulk, holds: withHold(state.holds, holdId, hold) };
    }
    case 'ZapsSettled':
      return { ...state, holds: closeHold(state.holds, event.data.holdId, 'settled') };
    case 'ZapsReleased': {
      const { holdId, bulkDay } = event.data;
      const returned = bulkDay !== null && bulkDay === state.bulk.day;
      const bulk = returned ? { day: bulkDay, count: state.bulk.count - 1 } : state.bulk;
      return { ...state, bulk, holds: closeHold(state.holds, holdId, 'released') };
    }
    default:
      return event satisfies never;
  }
}

/** Generations of a day that the plan has covered so far. */
export const bulkCount = (state: WalletState, day: string): number => (state.bulk.day === day ? state.bulk.count : 0);

/** The entry as the wallet's next event. */
export const nextEntry = (state: WalletState, environment: { now: string; ownerId: string }, entry: WalletEntry) =>
  chain(entry, state.lastHash ?? genesisHash(environment.ownerId), environment.now);
