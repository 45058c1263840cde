import { entityOf } from '../../../eventsourcing/views/view';
import type { View } from '../../../eventsourcing/views/view';
import type { WalletEvent } from '../domain/wallet-entry';

/** A piece of paid work, with the version of the price book that explains its price. */
export interface UsageEventRow {
  id: string;
  userId: string;
  /** The charge that this row belongs to. */
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

export interface CostCell {
  count: number;
  /** Ledger units */
  units: number;
  usd: number;
}

/**
 * The cost of a project so far, by category and operation. Refunds deduct zaps but no dollars, since providers do not
 * return any.
 */
export interface ProjectCostRow {
  projectId: string;
  userId: string;
  totalUnits: number;
  totalUsd: number;
  breakdown: Record<string, Record<string, CostCell>>;
  position: string;
}

type Cost = Extract<WalletEvent, { type: 'ZapsSettled' | 'ZapsRefunded' }>;
/** Returns the cost that an entry adds to its project. */
const added = (event: Cost): CostCell =>
  event.type === 'ZapsSettled'
    ? { count: 1, units: event.data.units, usd: event.data.usd }
    : { count: 0, units: 0 - event.data.units, usd: 0 };
/** Rounds to a millionth, since sums of small decimals have float errors. */
const addUsd = (a: number, b: number): number => Math.round((a + b) * 1e6) / 1e6;

export const projectCostView: View<ProjectCostRow, Cost> = {
  name: 'project_cost',
  version: 2,
  columns: {
    projectId: { type: 'uuid' },
    userId: { type: 'uuid' },
    totalUnits: { type: 'double precision' },
    totalUsd: { type: 'double precision' },
    breakdown: { type: 'jsonb' },
    position: { type: 'text' },
  },
  key: 'projectId',
  types: ['ZapsSettled', 'ZapsRefunded'],
  stopOnPoison: true,
  keys(event) {
    const { projectId, forOthers } = event.data.purpose;
    return projectId === null || forOthers ? [] : [projectId];
  },
  evolve(row, event, projectId) {
    if (row && event.position <= row.position) return row;
    const { count, units, usd } = added(event);
    const { category, operation } = event.data.purpose;
    const operations = row?.breakdown[category] ?? {};
    const cell = operations[operation] ?? { count: 0, units: 0, usd: 0 };
    const grown = { count: cell.count + count, units: cell.units + units, usd: addUsd(cell.usd, usd) };
    return {
      projectId,
      userId: event.metadata.ownerId,
      totalUnits: (row?.totalUnits ?? 0) + units,
      totalUsd: addUsd(row?.totalUsd ?? 0, usd),
      breakdown: { ...row?.breakdown, [category]: { ...operations, [operation]: grown } },
      position: event.position,
    };
  },
};

export const projectCostEntity = entityOf(projectCostView);
