import { Module } from '@nestjs/common';
import { GrantSignUpZapsHandler } from './domain/grant-sign-up-zaps';
import { PurchaseZapsHandler } from './domain/purchase-zaps';
import { ProjectCostsController } from './http/project-costs.controller';
import { ZapsQueries } from './http/zaps-queries';
import { ZapsController } from './http/zaps.controller';
import { PaidWork } from './paid-work';
import { QueuePaidJob } from './queue-paid-job';
import { RunZapsJob } from './run-zaps-job';

@Module({
  controllers: [ZapsController, ProjectCostsController],
  providers: [GrantSignUpZapsHandler, PurchaseZapsHandler, PaidWork, QueuePaidJob, ZapsQueries, RunZapsJob],
  exports: [PaidWork, QueuePaidJob],
})
export class ZapsModule {}
