import { idOfStream } from '../../../eventsourcing/domain/aggregate';
import type { View } from '../../../eventsourcing/views/view';
import type { RefundRequestEvent } from '../domain/refund-request';

/** A refund that needs a decision by a second member of finance, or has got one. */
export interface RefundRequestRow {
  id: string;
  holdId: string;
  userId: string;
  /** Ledger units. */
  units: number;
  reason: string;
  state: 'waiting' | 'approved' | 'declined';
  askedBy: string;
  askedAt: string;
  decidedBy: string | null;
  decidedAt: string | null;
  declinedBecause: string | null;
  position: string;
}

export const refundRequestView: View<RefundRequestRow, RefundRequestEvent> = {
  name: 'refund_request',
  version: 1,
  columns: {
    id: { type: 'uuid' },
    holdId: { type: 'uuid' },
    userId: { type: 'uuid' },
    units: { type: 'double precision' },
    reason: { type: 'text' },
    state: { type: 'text' },
    askedBy: { type: 'uuid' },
    askedAt: { type: 'timestamptz' },
    decidedBy: { type: 'uuid', nullable: true },
    decidedAt: { type: 'timestamptz', nullable: true },
    declinedBecause: { type: 'text', nullable: true },
    position: { type: 'text' },
  },
  key: 'id',
  indexes: [['position'], ['state', 'position']],
  types: ['RefundAsked', 'RefundApproved', 'RefundDeclined'],
  keys: ({ streamId }) => [idOfStream(streamId)],
  evolve(row, event, id) {
    const { position, metadata } = event;
    if (event.type === 'RefundAsked') {
      const { by: askedBy, ...asked } = event.data;
      const open = { state: 'waiting' as const, decidedBy: null, decidedAt: null, declinedBecause: null };
      return row ?? { id, ...asked, askedBy, askedAt: metadata.at, ...open, position };
    }
    if (!row) return null;
    const decided = { decidedBy: event.data.by, decidedAt: metadata.at };
    return event.type === 'RefundApproved'
      ? { ...row, ...decided, state: 'approved' }
      : { ...row, ...decided, state: 'declined', declinedBecause: event.data.reason };
  },
};
