import type { View } from '../../../eventsourcing/views/view';
import type { WalletEvent } from '../../../money/zaps';

/** A hold that is still open: reserved zaps that are neither settled nor released. */
export interface OpenHoldRow {
  holdId: string;
  userId: string;
  units: number;
  reservedAt: string;
  deadline: string;
  description: string;
  projectId: string | null;
  sceneId: string | null;
  jobId: string;
  provider: string;
  model: string;
  operation: string;
  position: string;
}

type HoldEvent = Extract<WalletEvent, { type: 'ZapsReserved' | 'ZapsSettled' | 'ZapsReleased' }>;

export const openHoldView: View<OpenHoldRow, HoldEvent> = {
  name: 'open_hold',
  version: 1,
  columns: {
    holdId: { type: 'text' },
    userId: { type: 'uuid' },
    units: { type: 'double precision' },
    reservedAt: { type: 'timestamptz' },
    deadline: { type: 'timestamptz' },
    description: { type: 'text' },
    projectId: { type: 'uuid', nullable: true },
    sceneId: { type: 'uuid', nullable: true },
    jobId: { type: 'text' },
    provider: { type: 'text' },
    model: { type: 'text' },
    operation: { type: 'text' },
    position: { type: 'text' },
  },
  key: 'holdId',
  indexes: [['position']],
  types: ['ZapsReserved', 'ZapsSettled', 'ZapsReleased'],
  stopOnPoison: true,
  ignoresRow: true,
  keys: (event) => [event.data.holdId],
  evolve(_row, event, holdId) {
    if (event.type !== 'ZapsReserved') return null;
    const { purpose, units, deadline, at: reservedAt } = event.data;
    const { description, projectId, sceneId, workId: jobId, provider, model, operation } = purpose;
    const work = { description, projectId, sceneId, jobId, provider, model, operation };
    return { holdId, userId: event.metadata.ownerId, units, reservedAt, deadline, ...work, position: event.position };
  },
};
