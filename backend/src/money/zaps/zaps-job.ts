import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { systemContext } from '../../eventsourcing/commands/command-context';
import { JobWorker } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler, Reactor } from '../../eventsourcing/reactors/reactor';
import { derivedId } from '../../lib/ids';
import { decideGrant, decidePurchase, PurchaseZaps } from './domain/credit-wallet';
import { walletAggregate } from './domain/wallet';
import { PaidWork } from './paid-work';

/** Bookkeeping requested by events; see the reactors that create such jobs. */
export const ZAPS_QUEUE = 'zaps';

const zapsJobSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('grant') }),
  /** usd: the provider's actual price; units: used part of the hold. Absent: as reserved. */
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
    const { ownerId, correlationId } = event.metadata;
    const payload = { action: 'grant' } satisfies ZapsJob;
    const dedupKey = `grant:${ownerId}`;
    return [{ queue: ZAPS_QUEUE, dedupKey, ownerId, payload, correlationId, causationId: event.id }];
  },
};

@Injectable()
@JobWorker()
export class RunZapsJob implements JobHandler {
  readonly queue = ZAPS_QUEUE;
  readonly concurrency = 8;
  /** With backoff these attempts span about 45 minutes; then a dead letter is a visible alarm. */
  readonly maxAttempts = 50;

  constructor(
    private readonly store: AggregateStore,
    private readonly paidWork: PaidWork,
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
