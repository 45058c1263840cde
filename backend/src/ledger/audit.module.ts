import { Module } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../infra/config/app-config';
import { createPredictionList, PREDICTION_LIST } from '../integrations/replicate/prediction-list';
import { ProofController } from './proof/proof.controller';
import { ReconciliationsController } from './reconciliation/reconciliations.controller';
import { LedgerModule } from './ledger.module';
import { LEDGER_KEYS, ledgerKeys } from './proof/ledger-heads';
import { LedgerMetrics } from './proof/ledger-metrics';
import { SignLedgerHeads } from './proof/sign-ledger-heads';
import { Verifications } from './proof/verifications';
import { Reconciliations } from './reconciliation/reconciliation';
import { SignedHeadsQueries } from './proof/signed-heads.view';

@Module({
  imports: [LedgerModule],
  controllers: [ProofController, ReconciliationsController],
  providers: [
    { provide: LEDGER_KEYS, inject: [APP_CONFIG], useFactory: (config: AppConfig) => ledgerKeys(config) },
    {
      provide: PREDICTION_LIST,
      inject: [APP_CONFIG],
      useFactory: ({ replicate }: Pick<AppConfig, 'replicate'>) => createPredictionList(replicate),
    },
    LedgerMetrics,
    Reconciliations,
    SignLedgerHeads,
    SignedHeadsQueries,
    Verifications,
  ],
})
export class AuditModule {}
