import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore } from '../platform/commands/aggregate-store';
import { systemContext } from '../platform/commands/command-context';
import { derivedId } from '../platform/ids';
import type { Job, JobHandler } from '../platform/processes/process';
import { JobWorker } from '../platform/processes/job-worker.decorator';
import { decideGrant } from './domain/grant-sign-up-zaps';
import { decidePurchase, PurchaseZaps } from './domain/purchase-zaps';
import { walletAggregate } from './domain/wallet';
import { PaidWork } from './paid-work';
import { ZAPS_QUEUE, zapsJobSchema } from './zaps-job';

@Injectable()
@JobWorker()
export class RunZapsJob implements JobHandler {
  readonly queue = ZAPS_QUEUE;
  readonly concurrency = 8;
  /** Bookkeeping is tried until it works: with backoff this spans days, and a dead job is a visible alarm. */
  readonly maxAttempts = 50;

  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(PaidWork) private readonly paidWork: PaidWork,
  ) {}

  async run(job: Job): Promise<void> {
    const task = zapsJobSchema.parse(job.payload);
    const userId = job.ownerId;
    const { correlationId, causationId } = job;
    switch (task.action) {
      case 'grant': {
        const cause = { commandId: derivedId(userId, 'grant'), correlationId, causationId };
        const context = systemContext('grant-on-registration', userId, cause);
        await this.store.execute(walletAggregate, userId, context, decideGrant);
        return;
      }
      case 'purchase': {
        const { purchaseId, zaps } = task;
        const cause = { commandId: derivedId(purchaseId, 'purchase'), correlationId, causationId };
        const context = systemContext('credit-payment', userId, cause);
        const command = new PurchaseZaps(userId, { purchaseId, zaps, sandbox: false }, context);
        await this.store.execute(walletAggregate, userId, context, (state, environment) =>
          decidePurchase(command, state, environment),
        );
        return;
      }
      case 'settle':
        await this.paidWork.settle(
          { userId, holdId: task.holdId, usd: task.usd, units: task.units },
          { correlationId, causationId },
        );
        return;
      case 'release':
        await this.paidWork.release(
          { userId, holdId: task.holdId, reason: task.reason },
          { correlationId, causationId },
        );
        return;
    }
  }
}
