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

/** Who reads: finance sees everybody's records, a creator only their own. */
export type Asker = 'finance' | 'creator';

/** The prefix of all of finance's endpoints. */
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
  /** Keyed by the latest verification too, so that a new state refetches; the address does not change. */
  verifications: (latest: Pick<Verification, 'id' | 'state'> | null | undefined) =>
    [`${AUDIT}/verifications`, {}, latest?.id, latest?.state] as const,
  heads: [`${AUDIT}/heads`] as const,
  access: (filter: AccessFilter) => [`${AUDIT}/access`, filter] as const,
  reconciliations: [`${AUDIT}/reconciliations`] as const,
  reconciliation: (id: string) => [`${AUDIT}/reconciliations/${encodeURIComponent(id)}`] as const,
};

/** The download address for the entries that match a filter. */
export const exportAddress = (filter: LedgerFilter, format: ExportFormat): string =>
  addressOf([`${AUDIT}/export`, { ...filter, format }]);

/** Refetches on every mount, since others change these records and no push reports it. */
export const FRESH = { staleTime: 0 } as const;
/** Keeps the previous rows on screen while a changed filter loads. */
const STEADY = { ...FRESH, placeholderData: keepPreviousData } as const;

const LINES_A_PAGE = 100;

/** A paginated list; further pages load on demand. */
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

/** Newest first. */
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

/** Oldest first. */
export const useOpenHolds = () => useAuditList(auditKeys.holds, lazySchema('auditHoldSchema'));
/** Refunds that need two people, newest first. */
export const useRefundsToApprove = () => useAuditList(auditKeys.refunds, lazySchema('refundToApproveSchema'));
/** Purchases whose money was returned, undecided ones first. */
export const usePurchaseReturns = () => useAuditList(auditKeys.returns, lazySchema('purchaseReturnSchema'));
/** Lists payments, newest first; without `state`, all of them. */
export const usePayments = (state: Payment['state'] | undefined) =>
  useAuditList(auditKeys.payments(state), lazySchema('paymentSchema'));
/** Newest first. */
export const useSignedHeads = () => useAuditList(auditKeys.heads, lazySchema('signedHeadsSchema'));
/** Newest first. */
export const useAccessEntries = (filter: AccessFilter) =>
  useAuditList(auditKeys.access(filter), lazySchema('accessEntrySchema'));

/** Newest month first. */
export const useFailedRuns = (period: Period) =>
  useQuery({ ...STEADY, queryKey: auditKeys.failedRuns(period), queryFn: getQueryFn(lazySchema('failedRunsSchema')) });

export const useCharge = (asker: Asker, holdId: string) =>
  useQuery({ ...FRESH, queryKey: auditKeys.charge(asker, holdId), queryFn: getQueryFn(lazySchema('chargeSchema')) });

const POLL_MS = 1_000;
const readVerification = getQueryFn(lazySchema('latestVerificationSchema'));
/** The latest verification; polled while it runs. */
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

/** Newest first; refetched when a verification starts or ends. */
export const useVerifications = (latest: LatestVerification['latest'] | undefined) =>
  useQuery({
    ...STEADY,
    queryKey: auditKeys.verifications(latest),
    queryFn: getQueryFn(lazyList('verificationSummarySchema')),
  });

/** Tells whether a row has spending, since grants and purchases also make rows. */
const hasFigures = ({ count, zaps, refunded }: SpendingRow): boolean => count > 0 || zaps > 0 || refunded > 0;

/** Rows per page: enough for a full year of days, and for more kinds and models than exist. */
const ROWS_A_PAGE = 400;
/** Spending row by row, with the totals of all rows. */
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
