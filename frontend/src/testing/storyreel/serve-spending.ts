import {
  type Margin,
  performanceQuerySchema,
  periodSchema,
  type Spending,
  type SpendingQuery,
  spendingQuerySchema,
  type SpendingRow,
} from '@storyreel/contracts';
import type { AccountData } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';

const total = (rows: readonly SpendingRow[], of: (row: SpendingRow) => number): number =>
  Math.round(rows.reduce((sum, row) => sum + of(row), 0) * 10_000) / 10_000;

function sumOf(rows: readonly SpendingRow[]): Margin {
  const of = (name: keyof Margin) => total(rows, ({ margin }) => margin?.[name] ?? 0);
  return {
    paidUsd: of('paidUsd'),
    listUsd: of('listUsd'),
    expectedUsd: of('expectedUsd'),
    billedUsd: of('billedUsd'),
    unbilledUsd: of('unbilledUsd'),
    marginUsd: of('marginUsd'),
  };
}

function spendingOf({ audit }: AccountData, { by }: SpendingQuery, withUsd: boolean): Spending {
  const rows = (audit.spending[by] ?? []).map((row) => (withUsd ? row : { ...row, margin: null }));
  const zaps = total(rows, (row) => row.zaps);
  const scenes = Math.max(0, ...rows.map((row) => row.scenes));
  return {
    rows,
    totals: {
      count: total(rows, (row) => row.count),
      zaps,
      refunded: total(rows, (row) => row.refunded),
      margin: withUsd ? sumOf(rows) : null,
      made: total(rows, (row) => row.made),
      kept: total(rows, (row) => row.kept),
      discarded: total(rows, (row) => row.discarded),
      scenes,
      zapsPerScene: scenes === 0 ? null : zaps / scenes,
    },
  };
}

/** Serves spending reports for all users and for the user's own account. */
export function serveSpending(server: FakeStoryreel): void {
  const question = { body: nothing, query: spendingQuerySchema };
  server.serve('GET /api/audit/spending', question, ({ query }) => ({ json: spendingOf(server.data, query, true) }));
  server.serve('GET /api/audit/failed-runs', { body: nothing, query: periodSchema }, () => ({
    json: server.data.audit.failedRuns,
  }));
  server.serve(
    'GET /api/credits/performance',
    { body: nothing, query: performanceQuerySchema },
    ({ query: { by } }) => ({
      json: server.data.audit.performance[by] ?? [],
    }),
  );
  server.serve('GET /api/credits/spending', question, ({ query }) => ({ json: spendingOf(server.data, query, false) }));
}
