import type { Account } from '../../zaps';

type Sums = Record<Account, number>;

/** A column for each account. Ledger units; whole numbers, exact in a double up to 2^53. */
export const ACCOUNT_COLUMNS = {
  available: { type: 'double precision' },
  held: { type: 'double precision' },
  revenue: { type: 'double precision' },
  grants: { type: 'double precision' },
  purchases: { type: 'double precision' },
  refunds: { type: 'double precision' },
} as const;

/** The sums of a row, if there is one yet, with what an entry changes. */
export const withEntry = (row: Sums | null, entry: Sums): Sums => ({
  available: (row?.available ?? 0) + entry.available,
  held: (row?.held ?? 0) + entry.held,
  revenue: (row?.revenue ?? 0) + entry.revenue,
  grants: (row?.grants ?? 0) + entry.grants,
  purchases: (row?.purchases ?? 0) + entry.purchases,
  refunds: (row?.refunds ?? 0) + entry.refunds,
});
