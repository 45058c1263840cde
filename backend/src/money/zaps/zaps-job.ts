import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { systemContext } from '../../eventsourcing/commands/command-context';
import { jobFrom, JobWorker } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler, Reactor } from '../../eventsourcing/reactors/reactor';
import { derivedId } from '../../lib/ids';
import { decideGrant, decidePurchase, PurchaseZaps } from './domain/credit-wallet';
import { walletAggregate } from './domain/wallet';
import { PaidWork } from './paid-work';

/** Queue of bookkeeping jobs that events trigger; see the reactors that create these jobs. */
export const ZAPS_QUEUE = 'zaps';

const zapsJobSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('grant') }),
  /** `usd`: the provider's actual price. `units`: the used part of the hold. If absent: as reserved. */
  z.object({
    action: z.literal('settle'),
    holdId: z.string(),
    usd: z.number().optional(),
    units: z.number().optional(),
  }),
  z.object({ action: z.literal('purchase'), purchaseId: z.string(), zaps: z.number() }),
  z.object({ action: z.literal('release'), holdId: z.string(), reason: z.string() }),
]);
export type ZapsJob = z.infer<typeof zapsJobSchema>;

export const grantOnRegistrationReactor: Reactor = {
  name: 'grant-on-registration',
  types: ['AccountRegistered'],
  react(event) {
    const payload = { action: 'grant' } satisfies ZapsJob;
    return [jobFrom(event, { queue: ZAPS_QUEUE, dedupKey: `grant:${event.metadata.ownerId}`, payload })];
  },
};

@Injectable()
@JobWorker()
export class RunZapsJob implements JobHandler {
  readonly queue = ZAPS_QUEUE;
  readonly concurrency = 8;
  /** With backoff, this many attempts take about 45 minutes; then a dead letter raises the alarm. */
  readonly maxAttempts = 50;

  constructor(
    private readonly store: AggregateStore,
    private readonly paidWork: PaidWork,
  ) {}

  async run(job: Job): Promise<void> {
    const task = zapsJobSchema.parse(job.payload);
    const { ownerId: userId, correlationId, causationId } = job;
    const cause = { correlationId, causationId };
    switch (task.action) {
      case 'grant': {
        const commandId = derivedId(userId, 'grant');
        const context = systemContext('grant-on-registration', userId, { ...cause, commandId });
        await this.store.execute(walletAggregate, userId, context, decideGrant);
        return;
      }
      case 'purchase': {
        const { purchaseId, zaps } = task;
        const commandId = derivedId(purchaseId, 'purchase');
        const context = systemContext('credit-payment', userId, { ...cause, commandId });
        const command = new PurchaseZaps(userId, { purchaseId, zaps, sandbox: false }, context);
        await this.store.execute(walletAggregate, userId, context, (state, environment) =>
          decidePurchase(command, state, environment),
        );
        return;
      }
      case 'settle':
        await this.paidWork.settle({ userId, holdId: task.holdId, usd: task.usd, units: task.units }, cause);
        return;
      case 'release':
        await this.paidWork.release({ userId, holdId: task.holdId, reason: task.reason }, cause);
        return;
    }
  }
}
