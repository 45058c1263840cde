import { entityOf, type View } from '../../../eventsourcing/views/view';
import type { Purpose, WalletEvent } from '../domain/wallet-entry';

/** A hold and what became of it: what a refund has to say of it, and where in the log its own entries are. */
export interface ChargeRow {
  holdId: string;
  userId: string;
  purpose: Purpose;
  priceVersion: string;
  reservedAt: string;
  /** Null while nothing is charged. */
  chargedAt: string | null;
  /** Ledger units. */
  charged: number;
  refunded: number;
  /** Dollars that the provider asked for. */
  usd: number;
  /** Revisions of the wallet's entries that began and ended it; -1 for an end that it has not. */
  reservedRevision: number;
  closedRevision: number;
  /** Of the newest entry that is in the row. */
  revision: number;
  position: string;
}

type Step = Extract<WalletEvent, { type: 'ZapsReserved' | 'ZapsSettled' | 'ZapsReleased' | 'ZapsRefunded' }>;

export const chargeView: View<ChargeRow, Step> = {
  name: 'charge',
  version: 2,
  columns: {
    holdId: { type: 'uuid' },
    userId: { type: 'uuid' },
    purpose: { type: 'jsonb' },
    priceVersion: { type: 'text' },
    reservedAt: { type: 'text' },
    chargedAt: { type: 'text', nullable: true },
    charged: { type: 'double precision' },
    refunded: { type: 'double precision' },
    usd: { type: 'double precision' },
    reservedRevision: { type: 'integer' },
    closedRevision: { type: 'integer' },
    revision: { type: 'integer' },
    position: { type: 'text' },
  },
  key: 'holdId',
  indexes: [['userId', 'position']],
  types: ['ZapsReserved', 'ZapsSettled', 'ZapsReleased', 'ZapsRefunded'],
  stopOnPoison: true,
  keys: (event) => [event.data.holdId],
  evolve(row, event) {
    if (row && event.position <= row.position) return row;
    const { position } = event;
    const revision = Number(event.revision);
    switch (event.type) {
      case 'ZapsReserved': {
        const { holdId, purpose, price, at: reservedAt } = event.data;
        const nothing = { chargedAt: null, charged: 0, refunded: 0, usd: 0 };
        const at = { reservedRevision: revision, closedRevision: -1, revision, position };
        const userId = event.metadata.ownerId;
        return { holdId, userId, purpose, priceVersion: price.version, reservedAt, ...nothing, ...at };
      }
      case 'ZapsSettled': {
        const { units: charged, usd, at: chargedAt } = event.data;
        return row && { ...row, charged, usd, chargedAt, closedRevision: revision, revision, position };
      }
      case 'ZapsReleased':
        return row && { ...row, closedRevision: revision, revision, position };
      case 'ZapsRefunded':
        return row && { ...row, refunded: row.refunded + event.data.units, revision, position };
    }
  },
};

export const chargeEntity = entityOf(chargeView);
