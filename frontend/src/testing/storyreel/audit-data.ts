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

/** What finance reads: held as it is answered. */
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
  /** What the next comparison finds. */
  compared: Omit<Reconciliation, 'id'> | null = null;
  accesses: AccessEntry[] = [];
  /** Newest first. */
  payments: Payment[] = [];
}
