import { type Spending, type SpendingQuery, spendingQuerySchema, type SpendingRow } from '@storyreel/contracts';
import type { AccountData } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';

const total = (rows: readonly SpendingRow[], of: (row: SpendingRow) => number): number =>
  Math.round(rows.reduce((sum, row) => sum + of(row), 0) * 10_000) / 10_000;

function spendingOf({ audit }: AccountData, { by }: SpendingQuery, withUsd: boolean): Spending {
  const rows = (audit.spending[by] ?? []).map((row) => (withUsd ? row : { ...row, usd: null, marginUsd: null }));
  const zaps = total(rows, (row) => row.zaps);
  const scenes = Math.max(0, ...rows.map((row) => row.scenes));
  return {
    rows,
    totals: {
      count: total(rows, (row) => row.count),
      zaps,
      refunded: total(rows, (row) => row.refunded),
      usd: withUsd ? total(rows, (row) => row.usd ?? 0) : null,
      marginUsd: withUsd ? total(rows, (row) => row.marginUsd ?? 0) : null,
      made: total(rows, (row) => row.made),
      kept: total(rows, (row) => row.kept),
      discarded: total(rows, (row) => row.discarded),
      scenes,
      zapsPerScene: scenes === 0 ? null : zaps / scenes,
    },
  };
}

/** Spending reports, for all users and for one's own account. */
export function serveSpending(server: FakeStoryreel): void {
  const question = { body: nothing, query: spendingQuerySchema };
  server.serve('GET /api/audit/spending', question, ({ query }) => ({ json: spendingOf(server.data, query, true) }));
  server.serve('GET /api/credits/spending', question, ({ query }) => ({ json: spendingOf(server.data, query, false) }));
}
