import type { View } from '../../platform/views/view';
import { type Account, WALLET_EVENT_TYPES, type WalletEvent } from '../../zaps';
import { entryOf } from '../ledger/entry-of';
import { ACCOUNT_COLUMNS, withEntry } from './account-sums';

/** An hour (UTC) of all wallets: what it changed, and where in the log it lies. */
export interface LedgerHourRow extends Record<Account, number> {
  /** YYYY-MM-DDTHH */
  hour: string;
  entries: number;
  /** That have their first entry in it. */
  newWallets: number;
  firstPosition: string;
  lastPosition: string;
}

export const ledgerHourView: View<LedgerHourRow, WalletEvent> = {
  name: 'ledger_hour',
  version: 1,
  columns: {
    hour: { type: 'text' },
    entries: { type: 'integer' },
    newWallets: { type: 'integer' },
    ...ACCOUNT_COLUMNS,
    firstPosition: { type: 'text' },
    lastPosition: { type: 'text' },
  },
  key: 'hour',
  types: WALLET_EVENT_TYPES,
  stopOnPoison: true,
  keys: (event) => [event.data.at.slice(0, 13)],
  evolve(row, event, hour) {
    const { position } = event;
    if (row && position <= row.lastPosition) return row;
    const entry = entryOf(event);
    return {
      hour,
      entries: (row?.entries ?? 0) + 1,
      newWallets: (row?.newWallets ?? 0) + (entry.revision === 0 ? 1 : 0),
      ...withEntry(row, entry),
      firstPosition: row?.firstPosition ?? position,
      lastPosition: position,
    };
  },
};
