import { toZaps } from '@storyreel/contracts';
import type { PushRule } from '../../../eventsourcing/push/push-rule';
import { entityOf } from '../../../eventsourcing/views/view';
import type { View } from '../../../eventsourcing/views/view';
import { changesOf, WALLET_EVENT_TYPES } from '../domain/wallet-entry';
import type { WalletEvent } from '../domain/wallet-entry';

/**
 * The zaps that a user can spend, and the zaps that are held. Both are ledger units: whole numbers, exact in a double
 * up to 2^53.
 */
export interface WalletBalanceRow {
  userId: string;
  available: number;
  held: number;
  /** Position of the newest entry that the row includes. */
  position: string;
}

export const walletBalanceView: View<WalletBalanceRow, WalletEvent> = {
  name: 'wallet_balance',
  version: 2,
  columns: {
    userId: { type: 'uuid' },
    available: { type: 'double precision' },
    held: { type: 'double precision' },
    position: { type: 'text' },
  },
  key: 'userId',
  types: WALLET_EVENT_TYPES,
  stopOnPoison: true,
  keys: (event) => [event.metadata.ownerId],
  evolve(row, event, userId) {
    if (row && event.position <= row.position) return row;
    const { available, held } = changesOf(event.data.postings);
    return {
      userId,
      available: (row?.available ?? 0) + available,
      held: (row?.held ?? 0) + held,
      position: event.position,
    };
  },
};

export const walletBalanceEntity = entityOf(walletBalanceView);

/** Income and spending of a wallet. Open holds are not included. */
export interface ZapTransactionRow {
  id: string;
  userId: string;
  description: string;
  /** Ledger units: positive for a grant, a purchase or a refund, negative for spending. */
  units: number;
  createdAt: string;
  /** The charge that this row belongs to. */
  holdId: string | null;
  position: string;
}

const LINES = [
  'ZapsGranted',
  'ZapsPurchased',
  'ZapsSettled',
  'ZapsRefunded',
  'PurchaseReturnDecided',
  'TakenZapsGivenBack',
] as const;
type Line = Extract<WalletEvent, { type: (typeof LINES)[number] }>;

function described(entry: Line): { description: string; units: number } {
  switch (entry.type) {
    case 'ZapsGranted':
      return { description: 'Welcome zaps', units: entry.data.units };
    case 'ZapsPurchased':
      return {
        description: entry.data.sandbox ? 'Zaps purchased (sandbox)' : 'Zaps purchased',
        units: entry.data.units,
      };
    case 'ZapsSettled':
      return { description: entry.data.purpose.description, units: 0 - entry.data.units };
    case 'ZapsRefunded':
      return { description: `Refund: ${entry.data.purpose.description}`, units: entry.data.units };
    case 'PurchaseReturnDecided':
      return { description: 'Zaps of a refunded purchase taken back', units: 0 - entry.data.units };
    case 'TakenZapsGivenBack':
      return { description: 'Zaps given back, as the refund of their purchase failed', units: entry.data.units };
  }
}

export const zapTransactionView: View<ZapTransactionRow, Line> = {
  name: 'zap_transaction',
  version: 3,
  columns: {
    id: { type: 'uuid' },
    userId: { type: 'uuid' },
    description: { type: 'text' },
    units: { type: 'double precision' },
    createdAt: { type: 'text' },
    holdId: { type: 'text', nullable: true },
    position: { type: 'text' },
  },
  key: 'id',
  indexes: [['userId', 'position']],
  types: LINES,
  stopOnPoison: true,
  ignoresRow: true,
  // A decision that takes no zaps changes nothing for their owner, so it gets no row.
  keys: (event) => (event.type === 'PurchaseReturnDecided' && event.data.units === 0 ? [] : [event.id]),
  evolve(_row, event, id) {
    return {
      id,
      userId: event.metadata.ownerId,
      ...described(event),
      createdAt: event.metadata.at,
      holdId: 'holdId' in event.data ? event.data.holdId : null,
      position: event.position,
    };
  },
};

export const zapTransactionEntity = entityOf(zapTransactionView);

export const balancePushRule: PushRule = {
  types: WALLET_EVENT_TYPES,
  draft: () => ({ type: 'balanceChanged' }),
};

export const budgetPushRule: PushRule<Extract<WalletEvent, { type: 'ZapBudgetNeared' }>> = {
  types: ['ZapBudgetNeared'],
  draft({ data: { scope, monthlyUnits, spentUnits } }) {
    const projectId = scope === 'person' ? null : scope.projectId;
    return { type: 'budgetNeared', projectId, monthlyZaps: toZaps(monthlyUnits), spentZaps: toZaps(spentUnits) };
  },
};
