import type { AnyView } from '../eventsourcing/views/view';
import { accessEntryView } from './ledger/views/access-entry.view';
import { accountEmailView } from './ledger/views/account-email.view';
import { ledgerEntryView } from './ledger/views/ledger-entry.view';
import { ledgerHourView, ledgerRollupView, walletSummaryView } from './ledger/views/ledger-rollups.view';
import { openHoldView } from './ledger/views/open-hold.view';
import { billView } from './reconciliation/bill.view';
import { reconciliationView } from './reconciliation/reconciliation';
import { paidRunView } from './ledger/views/paid-run.view';
import { predictionView } from './reconciliation/prediction.view';
import { signedHeadsView } from './proof/signed-heads.view';

export { AuditModule } from './audit.module';
export { checkExport } from './export/check-export';
export { csvCell, LEDGER_FORMATS } from './export/export-format';
export { TableSource } from './export/table-source';
export { exportRecords, type ExportSource, inChunks } from './export/write-export';
export { LedgerFilters } from './ledger/ledger-filter';
export type { Sql } from './ledger/tables';
export { ledgerHeadsAggregate, ledgerKeys, trustedLedgerKeys } from './proof/ledger-heads';
export { isProvenance, provenanceFaults, type ProvenanceFile, signProvenance, toldOrigins } from './proof/provenance';
export { proveHead } from './proof/prove-head';
export { accountEmails } from './ledger/account-emails';
export { provenViews } from './proof/proven-views';
export { type StoredFinding, verificationAggregate } from './proof/verification';
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
  billView,
];
