import { Module } from '@nestjs/common';
import { GrantSignUpZapsHandler } from './domain/grant-sign-up-zaps';
import { PurchaseZapsHandler } from './domain/purchase-zaps';
import { RefundChargeHandler } from './domain/refund-charge';
import { SetBudgetHandler } from './domain/set-budget';
import { BudgetsController } from './http/budgets.controller';
import { ProjectCostsController } from './http/project-costs.controller';
import { RefundsController } from './http/refunds.controller';
import { ZapsQueries } from './http/zaps-queries';
import { ZapsController } from './http/zaps.controller';
import { HoldHistoryReader } from './hold-records';
import { PaidWork } from './paid-work';
import { QueuePaidJob } from './queue-paid-job';
import { RunZapsJob } from './run-zaps-job';

@Module({
  controllers: [ZapsController, ProjectCostsController, BudgetsController, RefundsController],
  providers: [
    GrantSignUpZapsHandler,
    PurchaseZapsHandler,
    RefundChargeHandler,
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
