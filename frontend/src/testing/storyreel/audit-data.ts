import type {
  AccessEntry,
  AuditHold,
  Charge,
  LedgerLine,
  Payment,
  Reconciliation,
  SignedHeadsSummary,
  SpendingRow,
  TrialBalance,
  Verification,
  WalletBalanceAt,
} from '@storyreel/contracts';

/** The data of the finance screens, in the form of the answers. */
export class AuditData {
  /** Newest first. */
  lines: LedgerLine[] = [];
  charges: Charge[] = [];
  wallets: WalletBalanceAt[] = [];
  holds: AuditHold[] = [];
  accounts: TrialBalance['accounts'] = [];
  spending: Partial<Record<'day' | 'kind' | 'model' | 'project' | 'user', SpendingRow[]>> = {};
  verification: Verification | null = null;
  /** Newest first. */
  earlierVerifications: Verification[] = [];
  heads: SignedHeadsSummary[] = [];
  /** Newest first. */
  reconciliations: Reconciliation[] = [];
  /** Result of the next comparison. */
  compared: Omit<Reconciliation, 'id'> | null = null;
  accesses: AccessEntry[] = [];
  /** Newest first. */
  payments: Payment[] = [];
}
