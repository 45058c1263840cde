import { entityOf, type View } from '../../platform/views/view';
import type { WalletEvent } from '../domain/ledger-entry';

export interface CostCell {
  count: number;
  /** Ledger units */
  units: number;
  usd: number;
}

/** What a project has cost so far, by category and operation. */
export interface ProjectCostRow {
  projectId: string;
  userId: string;
  totalUnits: number;
  totalUsd: number;
  breakdown: Record<string, Record<string, CostCell>>;
  position: string;
}

type ZapsSettled = Extract<WalletEvent, { type: 'ZapsSettled' }>;
/** Dollars are sums of small decimals: cut off what floats add beyond a millionth. */
const addUsd = (a: number, b: number): number => Math.round((a + b) * 1e6) / 1e6;

export const projectCostView: View<ProjectCostRow, ZapsSettled> = {
  name: 'project_cost',
  version: 1,
  columns: {
    projectId: { type: 'uuid' },
    userId: { type: 'uuid' },
    totalUnits: { type: 'double precision' },
    totalUsd: { type: 'double precision' },
    breakdown: { type: 'jsonb' },
    position: { type: 'text' },
  },
  key: 'projectId',
  types: ['ZapsSettled'],
  stopOnPoison: true,
  keys(event) {
    const { projectId } = event.data.purpose;
    return projectId === null ? [] : [projectId];
  },
  evolve(row, event, projectId) {
    if (row && event.position <= row.position) return row;
    const { units, usd, purpose } = event.data;
    const { category, operation } = purpose;
    const operations = row?.breakdown[category] ?? {};
    const cell = operations[operation] ?? { count: 0, units: 0, usd: 0 };
    const grown = { count: cell.count + 1, units: cell.units + units, usd: addUsd(cell.usd, usd) };
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
