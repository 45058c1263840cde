import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AggregateStore, type Decisions } from '../../platform/commands/aggregate-store';
import { derivedId } from '../../platform/ids';
import { JobWorker } from '../../platform/processes/job-worker.decorator';
import type { Job, JobHandler } from '../../platform/processes/process';
import { batchAggregate } from '../domain/batch';
import { batchAdmissionAggregate } from '../domain/batch-admission';
import { decideRetryBatch } from '../domain/retry-batch';
import { decideStartBatch } from '../domain/start-batch';
import { BatchRepository } from './batch-repository';
import { BEGIN_BATCH_QUEUE } from './begin-batch.process';

const payloadSchema = z.object({ admissionId: z.string(), batchId: z.string() });

/** Begins a batch that was let in. Its request has done so already, unless its node was killed in between. */
@Injectable()
@JobWorker()
export class BeginBatch implements JobHandler {
  readonly queue = BEGIN_BATCH_QUEUE;
  readonly concurrency = 4;
  /** The next batch waits for this one: tried for hours, and then a dead job is a visible alarm. */
  readonly maxAttempts = 200;

  constructor(
    @Inject(BatchRepository) private readonly batches: BatchRepository,
    @Inject(AggregateStore) private readonly store: Decisions,
  ) {}

  async run(job: Job): Promise<void> {
    const { admissionId, batchId } = payloadSchema.parse(job.payload);
    const { admitted } = await this.store.load(batchAdmissionAggregate, admissionId);
    // Only behind one that is over is another let in.
    if (admitted?.batchId !== batchId) return;
    const { asked, again } = admitted;
    // Under the command that asks for it, which makes a retry one, whoever comes first.
    const context = this.batches.context(job, again?.commandId ?? derivedId(batchId, 'begin'));
    await this.store.execute(batchAggregate, batchId, context, (state, environment) =>
      again
        ? decideRetryBatch({ aggregateId: batchId, context }, state, environment)
        : decideStartBatch({ aggregateId: batchId, data: asked }, state, environment),
    );
  }
}
