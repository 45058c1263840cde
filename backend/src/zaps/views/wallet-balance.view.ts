import { entityOf, type View } from '../../platform/views/view';
import { changesOf, WALLET_EVENT_TYPES, type WalletEvent } from '../domain/ledger-entry';

/** What a user can spend. Ledger units; whole numbers, exact in a double up to 2^53. */
export interface WalletBalanceRow {
  userId: string;
  available: number;
  held: number;
  /** Position of the newest entry in it. */
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
