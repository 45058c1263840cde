import { entityOf, type View } from '../../../eventsourcing/views/view';
import type { Purpose, WalletEvent } from '../domain/wallet-entry';

/** A hold and its outcome, with the data that a refund needs and the revisions of its entries in the log. */
export interface ChargeRow {
  holdId: string;
  userId: string;
  purpose: Purpose;
  priceVersion: string;
  reservedAt: string;
  /** Time of the charge; null until the hold is settled. */
  chargedAt: string | null;
  /** Charge in ledger units. */
  charged: number;
  refunded: number;
  /** The provider's price in dollars. */
  usd: number;
  /** Revisions of the wallet's entries that opened and closed the hold; -1 while the hold is open. */
  reservedRevision: number;
  closedRevision: number;
  /** Revision of the newest entry that the row includes. */
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
