import { entityOf, type View } from '../../platform/views/view';
import type { WalletEvent } from '../domain/ledger-entry';

/** One paid piece of work, with the price book that explains its price. */
export interface UsageEventRow {
  id: string;
  userId: string;
  /** The charge that it belongs to. */
  holdId: string;
  projectId: string | null;
  sceneId: string | null;
  provider: string;
  model: string;
  operation: string;
  /** Ledger units */
  units: number;
  usd: number;
  priceVersion: string;
  createdAt: string;
  position: string;
}

export const usageEventView: View<UsageEventRow, Extract<WalletEvent, { type: 'ZapsSettled' }>> = {
  name: 'usage_event',
  version: 2,
  columns: {
    id: { type: 'uuid' },
    userId: { type: 'uuid' },
    holdId: { type: 'text' },
    projectId: { type: 'uuid', nullable: true },
    sceneId: { type: 'uuid', nullable: true },
    provider: { type: 'text' },
    model: { type: 'text' },
    operation: { type: 'text' },
    units: { type: 'double precision' },
    usd: { type: 'double precision' },
    priceVersion: { type: 'text' },
    createdAt: { type: 'text' },
    position: { type: 'text' },
  },
  key: 'id',
  indexes: [['userId', 'position']],
  types: ['ZapsSettled'],
  stopOnPoison: true,
  ignoresRow: true,
  keys: (event) => [event.id],
  evolve(_row, event, id) {
    const { holdId, purpose, units, usd, priceVersion } = event.data;
    const { projectId, sceneId, provider, model, operation } = purpose;
    const { ownerId: userId, at: createdAt } = event.metadata;
    const { position } = event;
    return {
      id,
      userId,
      holdId,
      projectId,
      sceneId,
      provider,
      model,
      operation,
      units,
      usd,
      priceVersion,
      createdAt,
      position,
    };
  },
};

export const usageEventEntity = entityOf(usageEventView);
