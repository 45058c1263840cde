import { entityOf, type View } from '../../platform/views/view';
import type { WalletEvent } from '../domain/ledger-entry';

/** What came into a wallet and what was spent. Holds that are still open are not in it. */
export interface ZapTransactionRow {
  id: string;
  userId: string;
  description: string;
  /** Ledger units: positive for a grant, a purchase or a refund, negative for spending. */
  units: number;
  createdAt: string;
  /** The charge that it belongs to. */
  holdId: string | null;
  position: string;
}

const LINES = ['ZapsGranted', 'ZapsPurchased', 'ZapsSettled', 'ZapsRefunded'] as const;
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
  keys: (event) => [event.id],
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
