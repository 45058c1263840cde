import type {
  AccessEntry,
  AuditHold,
  Charge,
  FailedRuns,
  LedgerLine,
  Payment,
  Reconciliation,
  PerformanceQuery,
  PerformanceRow,
  PurchaseReturn,
  RefundToApprove,
  SignedHeadsSummary,
  SpendingRow,
  TrialBalance,
  Verification,
  WalletBalanceAt,
} from '@storyreel/contracts';

export const NO_FAILURES = { runs: 0, reserved: 0, released: 0, charged: 0, billedUsd: 0, billedRuns: 0 };

/** Data of the finance screens, in the form of the API's responses. */
export class AuditData {
  /** Ledger lines, newest first. */
  lines: LedgerLine[] = [];
  charges: Charge[] = [];
  wallets: WalletBalanceAt[] = [];
  holds: AuditHold[] = [];
  accounts: TrialBalance['accounts'] = [];
  spending: Partial<Record<'day' | 'kind' | 'model' | 'project' | 'user', SpendingRow[]>> = {};
  performance: Partial<Record<PerformanceQuery['by'], PerformanceRow[]>> = {};
  verification: Verification | null = null;
  /** Verifications, newest first. */
  earlierVerifications: Verification[] = [];
  heads: SignedHeadsSummary[] = [];
  /** Reconciliations, newest first. */
  reconciliations: Reconciliation[] = [];
  /** Result of the next reconciliation. */
  compared: Omit<Reconciliation, 'id'> | null = null;
  accesses: AccessEntry[] = [];
  /** Payments, newest first. */
  payments: Payment[] = [];
  refunds: RefundToApprove[] = [];
  returns: PurchaseReturn[] = [];
  failedRuns: FailedRuns = { rows: [], totals: NO_FAILURES };
}
