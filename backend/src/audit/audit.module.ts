import { Module } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../platform/config/app-config';
import { createPredictionList, PREDICTION_LIST } from '../providers/prediction-list';
import { ProofController } from './http/proof.controller';
import { ReconciliationsController } from './http/reconciliations.controller';
import { LedgerModule } from './ledger.module';
import { LEDGER_KEYS, ledgerKeys } from './proof/ledger-keys';
import { SignLedgerHeads } from './proof/sign-ledger-heads';
import { Verifications } from './proof/verifications';
import { Reconciliations } from './reconciliation/reconciliations';
import { SignedHeadsQueries } from './views/signed-heads-queries';

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
    Reconciliations,
    SignLedgerHeads,
    SignedHeadsQueries,
    Verifications,
  ],
})
export class AuditModule {}
