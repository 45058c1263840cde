import type { AnyView } from '../platform/views/view';
import { accessEntryView } from './views/access-entry.view';
import { accountEmailView } from './views/account-email.view';
import { ledgerEntryView } from './views/ledger-entry.view';
import { ledgerHourView } from './views/ledger-hour.view';
import { ledgerRollupView } from './views/ledger-rollup.view';
import { openHoldView } from './views/open-hold.view';
import { reconciliationView } from './reconciliation/reconciliation';
import { paidRunView } from './views/paid-run.view';
import { predictionView } from './views/prediction.view';
import { signedHeadsView } from './views/signed-heads.view';
import { walletSummaryView } from './views/wallet-summary.view';

export { AuditModule } from './audit.module';
export { checkExport } from './export/check-export';
export { LEDGER_FORMATS } from './export/export-format';
export { TableSource } from './export/table-source';
export { exportRecords, type ExportSource, inChunks } from './export/write-export';
export { LedgerFilters } from './ledger/ledger-filter';
export type { Sql } from './ledger/sql';
export { ledgerKeys } from './proof/ledger-keys';
export { ledgerHeadsAggregate } from './proof/ledger-heads';
export { provenViews } from './proof/proven-views';
export { verificationAggregate } from './proof/verification';
export { reconciliationAggregate } from './reconciliation/reconciliation';
export { type LedgerReport, verifyLedger } from './proof/verify-ledger';

export const auditViews: AnyView[] = [
  ledgerEntryView,
  ledgerHourView,
  ledgerRollupView,
  walletSummaryView,
  openHoldView,
  paidRunView,
  accountEmailView,
  accessEntryView,
  signedHeadsView,
  predictionView,
  reconciliationView,
];
