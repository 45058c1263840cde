import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccessQueries } from './access/access-queries';
import { Charges } from './charges/charges';
import { OpenedAssets } from './charges/opened-assets';
import { TableSource } from './export/table-source';
import { AccessController } from './http/access.controller';
import { ChargesController, OwnChargesController } from './http/charges.controller';
import { ExportController } from './http/export.controller';
import { LedgerController } from './http/ledger.controller';
import { AuditTrail } from './http/reads';
import { OwnSpendingController, SpendingController } from './http/spending.controller';
import { Balances } from './ledger/balances';
import { LedgerFilters } from './ledger/ledger-filter';
import { LedgerQueries } from './ledger/ledger-queries';
import { LedgerTotalsQuery } from './ledger/ledger-totals';
import { OpenHolds } from './ledger/open-holds';
import { Sql } from './ledger/sql';
import { SumSources } from './ledger/sum-sources';
import { SpendingQueries } from './spending/spending-queries';

@Module({
  controllers: [
    LedgerController,
    ChargesController,
    OwnChargesController,
    SpendingController,
    OwnSpendingController,
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
    OpenHolds,
    Charges,
    OpenedAssets,
    SpendingQueries,
    AccessQueries,
    TableSource,
    AuditTrail,
  ],
  exports: [AuditTrail],
})
export class LedgerModule {}
