import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccessController, AccessQueries } from './ledger/http/access.controller';
import { Charges, OpenedAssets } from './ledger/charges';
import { TableSource } from './export/table-source';
import { ChargesController, OwnChargesController } from './ledger/http/charges.controller';
import { ExportController } from './export/export.controller';
import { LedgerController } from './ledger/http/ledger.controller';
import { AuditTrail } from './ledger/http/audit-trail';
import {
  FailedRunsController,
  OwnSpendingController,
  PerformanceController,
  SpendingController,
} from './ledger/http/spending.controller';
import { Balances } from './ledger/balances';
import { LedgerFilters, SumSources } from './ledger/ledger-filter';
import { LedgerQueries, LedgerTotalsQuery } from './ledger/ledger-queries';
import { FailedRunsQuery } from './ledger/failed-runs';
import { Margins } from './ledger/margins';
import { OpenHolds } from './ledger/open-holds';
import { PerformanceQueries } from './ledger/performance';
import { PurchaseReturns } from './ledger/purchase-returns';
import { RefundsToApprove } from './ledger/refunds-to-approve';
import { Sql } from './ledger/tables';
import { SpendingQueries } from './ledger/spending-queries';

@Module({
  controllers: [
    LedgerController,
    ChargesController,
    OwnChargesController,
    SpendingController,
    FailedRunsController,
    OwnSpendingController,
    PerformanceController,
    AccessController,
    ExportController,
  ],
  providers: [
    { provide: Sql, useExisting: DataSource },
    LedgerFilters,
    LedgerQueries,
    LedgerTotalsQuery,
    SumSources,
    Balances,
    Margins,
    FailedRunsQuery,
    OpenHolds,
    RefundsToApprove,
    PurchaseReturns,
    Charges,
    OpenedAssets,
    SpendingQueries,
    PerformanceQueries,
    AccessQueries,
    TableSource,
    AuditTrail,
  ],
  exports: [AuditTrail],
})
export class LedgerModule {}
