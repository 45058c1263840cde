import type {
  ExportFormat,
  LatestVerification,
  LedgerFilter,
  Payment,
  Period,
  SpendingQuery,
  SpendingRow,
  Verification,
} from '@storyreel/contracts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { addressOf, getQueryFn } from '../../platform/cache/query-client';
import { apiAnswerPage, apiPage } from '../../platform/http/api-client';
import type { AnswerSchema } from '../../platform/http/api-client';
import { lazyList, lazySchema } from '../../platform/lazy/lazy-schema';

/** The reader's role: finance sees everybody's records, a creator only their own. */
export type Asker = 'finance' | 'creator';

/** Prefix of all endpoints for finance. */
export const AUDIT = '/api/audit';
const baseOf = (asker: Asker): string => (asker === 'finance' ? AUDIT : '/api/credits');

export interface SpendingQuestion extends Period {
  by: SpendingQuery['by'];
}

export interface AccessFilter extends Period {
  person?: string;
}

export const auditKeys = {
  ledger: (filter: LedgerFilter) => [`${AUDIT}/ledger`, filter] as const,
  totals: (filter: LedgerFilter) => [`${AUDIT}/ledger/totals`, filter] as const,
  wallets: (search: string, at: string | undefined) =>
    [`${AUDIT}/wallets`, { search: search || undefined, at }] as const,
  walletAt: (userId: string, at: string | undefined) =>
    [`${AUDIT}/wallets/${encodeURIComponent(userId)}`, { at }] as const,
  trialBalance: (at: string | undefined) => [`${AUDIT}/trial-balance`, { at }] as const,
  holds: [`${AUDIT}/holds`] as const,
  charge: (asker: Asker, holdId: string) => [`${baseOf(asker)}/charges/${encodeURIComponent(holdId)}`] as const,
  spending: (asker: Asker, question: SpendingQuestion) => [`${baseOf(asker)}/spending`, question] as const,
  refunds: [`${AUDIT}/refunds`] as const,
  returns: [`${AUDIT}/returns`] as const,
  failedRuns: (period: Period) => [`${AUDIT}/failed-runs`, period] as const,
  payments: (state: Payment['state'] | undefined) => [`${AUDIT}/payments`, { state }] as const,
  verification: [`${AUDIT}/verifications/latest`] as const,
  /**
   * The key includes the latest verification's id and state, so that a change refetches the list; the address stays the
   * same.
   */
  verifications: (latest: Pick<Verification, 'id' | 'state'> | null | undefined) =>
    [`${AUDIT}/verifications`, {}, latest?.id, latest?.state] as const,
  heads: [`${AUDIT}/heads`] as const,
  access: (filter: AccessFilter) => [`${AUDIT}/access`, filter] as const,
  reconciliations: [`${AUDIT}/reconciliations`] as const,
  reconciliation: (id: string) => [`${AUDIT}/reconciliations/${encodeURIComponent(id)}`] as const,
};

/** Returns the download address for the entries that match a filter. */
export const exportAddress = (filter: LedgerFilter, format: ExportFormat): string =>
  addressOf([`${AUDIT}/export`, { ...filter, format }]);

/** Refetches on every mount, because other people change these records and no push reports it. */
export const FRESH = { staleTime: 0 } as const;
/** Keeps the previous rows on screen while a changed filter loads. */
const STEADY = { ...FRESH, placeholderData: keepPreviousData } as const;

const LINES_A_PAGE = 100;

/** Reads a paginated list; further pages load on demand. */
export function useAuditList<T>(queryKey: QueryKey, schema: AnswerSchema<T>) {
  return useInfiniteQuery({
    ...STEADY,
    queryKey,
    queryFn: ({ signal, pageParam: cursor }) =>
      apiPage(addressOf(queryKey), { schema, signal, cursor, limit: LINES_A_PAGE }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

/** Reads ledger entries, newest first. */
export const useLedger = (filter: LedgerFilter) =>
  useAuditList(auditKeys.ledger(filter), lazySchema('ledgerLineSchema'));
export const useLedgerTotals = (filter: LedgerFilter) =>
  useQuery({ ...STEADY, queryKey: auditKeys.totals(filter), queryFn: getQueryFn(lazySchema('ledgerTotalsSchema')) });

/** Lists wallets with their balances at a moment; without `at`, the current ones. */
export const useWallets = (search: string, at: string | undefined) =>
  useAuditList(auditKeys.wallets(search, at), lazySchema('walletBalanceAtSchema'));
/** Reads a wallet's balance at a moment; without `at`, the current one. */
export const useWalletAt = (userId: string | undefined, at: string | undefined) =>
  useQuery({
    ...FRESH,
    queryKey: auditKeys.walletAt(userId ?? '', at),
    queryFn: getQueryFn(lazySchema('walletBalanceAtSchema')),
    enabled: userId !== undefined,
  });
export const useTrialBalance = (at: string | undefined) =>
  useQuery({ ...STEADY, queryKey: auditKeys.trialBalance(at), queryFn: getQueryFn(lazySchema('trialBalanceSchema')) });

/** Reads open holds, oldest first. */
export const useOpenHolds = () => useAuditList(auditKeys.holds, lazySchema('auditHoldSchema'));
/** Reads refunds that need two people, newest first. */
export const useRefundsToApprove = () => useAuditList(auditKeys.refunds, lazySchema('refundToApproveSchema'));
/** Reads purchases whose money was returned, undecided ones first. */
export const usePurchaseReturns = () => useAuditList(auditKeys.returns, lazySchema('purchaseReturnSchema'));
/** Lists payments, newest first; without `state`, all of them. */
export const usePayments = (state: Payment['state'] | undefined) =>
  useAuditList(auditKeys.payments(state), lazySchema('paymentSchema'));
/** Reads signed heads, newest first. */
export const useSignedHeads = () => useAuditList(auditKeys.heads, lazySchema('signedHeadsSchema'));
/** Reads records of accesses, newest first. */
export const useAccessEntries = (filter: AccessFilter) =>
  useAuditList(auditKeys.access(filter), lazySchema('accessEntrySchema'));

/** Reads failed runs, newest month first. */
export const useFailedRuns = (period: Period) =>
  useQuery({ ...STEADY, queryKey: auditKeys.failedRuns(period), queryFn: getQueryFn(lazySchema('failedRunsSchema')) });

export const useCharge = (asker: Asker, holdId: string) =>
  useQuery({ ...FRESH, queryKey: auditKeys.charge(asker, holdId), queryFn: getQueryFn(lazySchema('chargeSchema')) });

const POLL_MS = 1_000;
const readVerification = getQueryFn(lazySchema('latestVerificationSchema'));
/** Reads the latest verification, and polls it while it runs. */
export function useLatestVerification() {
  const query = useQuery({
    ...FRESH,
    queryKey: auditKeys.verification,
    queryFn: readVerification,
    refetchInterval: ({ state }: { state: { data?: LatestVerification | undefined } }) =>
      state.data?.latest?.state === 'running' ? POLL_MS : false,
  });
  return { ...query, latest: query.data?.latest };
}

/** Reads verifications, newest first; refetched when a verification starts or ends. */
export const useVerifications = (latest: LatestVerification['latest'] | undefined) =>
  useQuery({
    ...STEADY,
    queryKey: auditKeys.verifications(latest),
    queryFn: getQueryFn(lazyList('verificationSummarySchema')),
  });

/** Returns true when a row has spending. Grants and purchases also create rows, but without spending. */
const hasFigures = ({ count, zaps, refunded }: SpendingRow): boolean => count > 0 || zaps > 0 || refunded > 0;

/** Rows per page: enough for a full year of days, and for more kinds and models than exist. */
const ROWS_A_PAGE = 400;
/** Reads spending row by row, with the totals of all rows. */
export const useSpending = (asker: Asker, question: SpendingQuestion) =>
  useInfiniteQuery({
    ...STEADY,
    queryKey: auditKeys.spending(asker, question),
    queryFn: ({ signal, pageParam: cursor }) =>
      apiAnswerPage(addressOf(auditKeys.spending(asker, question)), {
        schema: lazySchema('spendingSchema'),
        signal,
        cursor,
        limit: ROWS_A_PAGE,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      rows: pages.flatMap(({ answer }) => answer.rows.filter(hasFigures)),
      totals: pages[0]?.answer.totals,
    }),
  });
