import { Module } from '@nestjs/common';
import { GrantSignUpZapsHandler, PurchaseZapsHandler } from './domain/credit-wallet';
import { DecidePurchaseReturnHandler } from './domain/decide-return';
import { RefundChargeHandler } from './domain/refund-charge';
import { SetBudgetHandler } from './domain/set-budget';
import { BudgetsController } from './http/budgets.controller';
import { ProjectCostsController, ZapsController } from './http/zaps.controller';
import { RefundsController } from './http/refunds.controller';
import { ZapsQueries } from './views/zaps-queries';
import { HoldHistoryReader } from './hold-history';
import { PaidWork, QueuePaidJob } from './paid-work';
import { RunZapsJob } from './zaps-job';

@Module({
  controllers: [ZapsController, ProjectCostsController, BudgetsController, RefundsController],
  providers: [
    GrantSignUpZapsHandler,
    PurchaseZapsHandler,
    RefundChargeHandler,
    DecidePurchaseReturnHandler,
    SetBudgetHandler,
    HoldHistoryReader,
    PaidWork,
    QueuePaidJob,
    ZapsQueries,
    RunZapsJob,
  ],
  exports: [PaidWork, QueuePaidJob],
})
export class ZapsModule {}
