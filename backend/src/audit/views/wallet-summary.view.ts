import type { View } from '../../platform/views/view';
import { type Account, WALLET_EVENT_TYPES, type WalletEvent } from '../../zaps';
import { entryOf } from '../ledger/entry-of';
import { ACCOUNT_COLUMNS, withEntry } from './account-sums';

/** A wallet as finance sees it: all its accounts, and the end of its chain. */
export interface WalletSummaryRow extends Record<Account, number> {
  userId: string;
  entries: number;
  revision: number;
  hash: string;
  at: string;
  position: string;
}

export const walletSummaryView: View<WalletSummaryRow, WalletEvent> = {
  name: 'wallet_summary',
  version: 1,
  columns: {
    userId: { type: 'uuid' },
    ...ACCOUNT_COLUMNS,
    entries: { type: 'integer' },
    revision: { type: 'integer' },
    hash: { type: 'text' },
    at: { type: 'timestamptz' },
    position: { type: 'text' },
  },
  key: 'userId',
  types: WALLET_EVENT_TYPES,
  stopOnPoison: true,
  keys: (event) => [event.metadata.ownerId],
  evolve(row, event, userId) {
    if (row && event.position <= row.position) return row;
    const entry = entryOf(event);
    const { position, revision, hash, at } = entry;
    return {
      userId,
      ...withEntry(row, entry),
      entries: (row?.entries ?? 0) + 1,
      revision,
      hash,
      at,
      position,
    };
  },
};
