import type { LatestVerification, LedgerFilter, Payment, SpendingRow } from '@storyreel/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { apiAnswerPage } from '../../platform/api-client';
import { lazyList, lazySchema } from '../../platform/lazy-schema';
import { addressOf, getQueryFn } from '../../platform/query-client';
import { type Asker, auditKeys, type SpendingQuestion } from './keys';
import { FRESH, STEADY, useAuditList } from './read';

/** Newest first. */
export const useLedger = (filter: LedgerFilter) =>
  useAuditList(auditKeys.ledger(filter), lazySchema('ledgerLineSchema'));
export const useLedgerTotals = (filter: LedgerFilter) =>
  useQuery({ ...STEADY, queryKey: auditKeys.totals(filter), queryFn: getQueryFn(lazySchema('ledgerTotalsSchema')) });

export const useWallets = (search: string) =>
  useAuditList(auditKeys.wallets(search), lazySchema('walletBalanceAtSchema'));
/** `at` absent: now. */
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
/** Newest first; `state` absent: all. */
export const usePayments = (state: Payment['state'] | undefined) =>
  useAuditList(auditKeys.payments(state), lazySchema('paymentSchema'));
/** Newest first. */
export const useSignedHeads = () => useAuditList(auditKeys.heads, lazySchema('signedHeadsSchema'));
/** Newest first. */
export const useAccessEntries = () => useAuditList(auditKeys.access, lazySchema('accessEntrySchema'));

export const useCharge = (asker: Asker, holdId: string) =>
  useQuery({ ...FRESH, queryKey: auditKeys.charge(asker, holdId), queryFn: getQueryFn(lazySchema('chargeSchema')) });

const POLL_MS = 1_000;
const readVerification = getQueryFn(lazySchema('latestVerificationSchema'));
/** The newest one; asked for again while it runs. */
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

/** Newest first; read again when another one begins or ends. */
export const useVerifications = (latest: LatestVerification['latest'] | undefined) =>
  useQuery({
    ...STEADY,
    queryKey: auditKeys.verifications(latest),
    queryFn: getQueryFn(lazyList('verificationSummarySchema')),
  });

/** Grants and purchases have rows of their own, in which nothing is spent. */
const hasFigures = ({ count, zaps, refunded }: SpendingRow): boolean => count > 0 || zaps > 0 || refunded > 0;

/** A whole year of days, and more kinds and models than there are. */
const ROWS_A_PAGE = 400;
/** What was spent, row by row, with the totals of all rows. */
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
