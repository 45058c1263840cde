import type { Aggregate } from '../../../eventsourcing/domain/aggregate';
import { neared, NO_BUDGETS, NO_SPENDING, spend, withBudget } from './budgets';
import type { Budgets, Spending } from './budgets';
import { NO_HOLDS, NO_REFUNDS, withEntry, withRefund } from './hold-book';
import type { HoldBook, RefundBook } from './hold-book';
import { chain, genesisHash, type Account, type WalletEntry, type WalletEvent } from './wallet-entry';

export interface WalletState {
  /** Ledger units by account, which sum to zero. */
  accounts: Readonly<Record<Account, number>>;
  holds: HoldBook;
  /** Ids of the newest purchases, to recognise repeats. */
  purchases: readonly string[];
  refunds: RefundBook;
  /** The newest decisions about purchases whose money was returned. */
  returns: readonly DecidedReturn[];
  granted: boolean;
  /** Number of scene generations that the plan covered on the most recent day (UTC). */
  bulk: { day: string; count: number };
  spending: Spending;
  budgets: Budgets;
  /** Hash of the newest entry; null before the first entry. */
  lastHash: string | null;
}

export interface DecidedReturn {
  decisionId: string;
  purchaseId: string;
  answer: 'taken_back' | 'left' | 'given_back';
  /**
   * Negative for zaps that were given back, like the other figures, so that the sum of all decisions about a purchase
   * is its current state.
   */
  dueUnits: number;
  units: number;
  /** Amount in the currency's smallest unit. */
  amount: number;
}

/**
 * Numbers of finished items that a wallet remembers, the newest ones, since repeats mostly come soon. Older holds and
 * refunds are looked up in the log. Purchases and returns are not: nobody makes more than this number of them while an
 * idempotency key is kept.
 */
interface Remembered {
  holds: number;
  refunds: number;
  purchases: number;
}

const EMPTY = { available: 0, held: 0, revenue: 0, grants: 0, purchases: 0, refunds: 0 };

const evolveRemembering =
  (remembered: Remembered): Aggregate<WalletState, WalletEvent>['evolve'] =>
  (state, event, { revision }) =>
    detail(post(state, event), event, { remembered, revision: Number(revision) });

/** One wallet per user, with the user's id. */
export const walletAggregate: Aggregate<WalletState, WalletEvent> = {
  category: 'wallet',
  // Stored unencrypted: the entries hold amounts and ids, which the ledger's proof must always be able to read.
  isInClear: () => true,
  initial: {
    accounts: EMPTY,
    holds: NO_HOLDS,
    purchases: [],
    refunds: NO_REFUNDS,
    returns: [],
    granted: false,
    bulk: { day: '', count: 0 },
    spending: NO_SPENDING,
    budgets: NO_BUDGETS,
    lastHash: null,
  },
  evolve: evolveRemembering({ holds: 100, refunds: 200, purchases: 1_000 }),
  // A small interval, so that a command reads only few entries after a start.
  snapshot: { version: 5, everyEvents: 20 },
};

/** Returns a wallet that remembers these numbers of items, to test eviction. */
export const walletRemembering = (remembered: Remembered): Aggregate<WalletState, WalletEvent> => ({
  ...walletAggregate,
  evolve: evolveRemembering(remembered),
});

function post(state: WalletState, { data }: WalletEvent): WalletState {
  const accounts = { ...state.accounts };
  for (const { account, units } of data.postings) accounts[account] += units;
  return { ...state, accounts, lastHash: data.hash };
}

interface Folding {
  remembered: Remembered;
  revision: number;
}

function detail(state: WalletState, event: WalletEvent, { remembered, revision }: Folding): WalletState {
  switch (event.type) {
    case 'ZapsGranted':
      return { ...state, granted: true };
    case 'ZapsPurchased':
      return { ...state, purchases: [...state.purchases, event.data.purchaseId].slice(-remembered.purchases) };
    case 'ZapsReserved': {
      const { units, purpose, bulkDay, at } = event.data;
      const bulk = bulkDay === null ? state.bulk : { day: bulkDay, count: bulkCount(state, bulkDay) + 1 };
      const spending = spend(state.spending, at, purpose.projectId, units);
      return { ...state, bulk, spending, holds: withEntry(state.holds, event, revision, remembered.holds) };
    }
    case 'ZapsSettled': {
      const { holdId, units } = event.data;
      const spending = unspent(state, holdId, units);
      return { ...state, spending, holds: withEntry(state.holds, event, revision, remembered.holds) };
    }
    case 'ZapsReleased': {
      const { holdId, bulkDay } = event.data;
      const bulk = bulkDay === state.bulk.day ? { ...state.bulk, count: state.bulk.count - 1 } : state.bulk;
      const spending = unspent(state, holdId, 0);
      return { ...state, bulk, spending, holds: withEntry(state.holds, event, revision, remembered.holds) };
    }
    case 'ZapsRefunded': {
      const { refundId, holdId, units, reason, purpose, reservedAt } = event.data;
      const refund = { refundId, holdId, units, reason, revision };
      const spending = spend(state.spending, reservedAt, purpose.projectId, 0 - units);
      const refunds = withRefund(state.refunds, refund, remembered.refunds);
      return { ...state, refunds, spending, holds: withEntry(state.holds, event, revision, remembered.holds) };
    }
    case 'PurchaseReturnDecided': {
      const { decisionId, purchaseId, answer, dueUnits, units, returned } = event.data;
      const decided = { decisionId, purchaseId, answer, dueUnits, units, amount: returned.amount };
      return withReturn(state, decided, remembered);
    }
    case 'TakenZapsGivenBack': {
      const { decisionId, purchaseId, dueUnits, units, returned } = event.data;
      const figures = { dueUnits: 0 - dueUnits, units: 0 - units, amount: 0 - returned.amount };
      return withReturn(state, { decisionId, purchaseId, answer: 'given_back', ...figures }, remembered);
    }
    case 'ZapBudgetSet': {
      const { scope, monthlyUnits } = event.data;
      return { ...state, budgets: withBudget(state.budgets, scope, monthlyUnits) };
    }
    case 'ZapBudgetNeared':
      return { ...state, budgets: neared(state.budgets, event.data.scope, event.data.month) };
  }
}

const withReturn = (state: WalletState, decided: DecidedReturn, { purchases }: Remembered): WalletState => ({
  ...state,
  returns: [...state.returns, decided].slice(0 - purchases),
});

/** Deducts the unused part of an open hold from the spending of the month of its reservation. */
function unspent({ spending, holds }: WalletState, holdId: string, used: number): Spending {
  const hold = holds.open[holdId];
  if (!hold) return spending;
  return spend(spending, hold.reservedAt, hold.purpose.projectId, used - hold.units);
}

/** Returns the number of generations that the plan has covered on a day so far. */
export const bulkCount = (state: WalletState, day: string): number => (state.bulk.day === day ? state.bulk.count : 0);

/** Chains an entry as the wallet's next event. */
export const nextEntry = (state: WalletState, environment: { now: string; ownerId: string }, entry: WalletEntry) =>
  chain(entry, state.lastHash ?? genesisHash(environment.ownerId), environment.now);

/** Chains several entries decided at once, each to its predecessor. */
export function nextEntries(
  state: WalletState,
  environment: { now: string; ownerId: string },
  entries: readonly WalletEntry[],
): WalletEvent[] {
  const chained: WalletEvent[] = [];
  for (const entry of entries) {
    const lastHash = chained.at(-1)?.data.hash ?? state.lastHash;
    chained.push(nextEntry({ ...state, lastHash }, environment, entry));
  }
  return chained;
}
