import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { Decisions } from '../../eventsourcing/commands/aggregate-store';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import { jobFrom, JobWorker, reactorTo } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler } from '../../eventsourcing/reactors/reactor';
import { derivedId } from '../../lib/ids';
import { batchAggregate } from '../domain/batch';
import { batchAdmissionAggregate } from '../domain/batch-admission';
import type { BatchAdmitted } from '../domain/batch-admission';
import { decideRetryBatch, decideStartBatch } from '../domain/batch-commands';
import { BatchRepository } from './batch-repository';

const BEGIN_BATCH_QUEUE = 'begin-batch';

/** Begins an admitted batch even if the request that was to begin it is cut off. */
export const beginBatchReactor = reactorTo<BatchAdmitted>({
  name: 'begin-batch',
  types: ['BatchAdmitted'],
  react(event) {
    const { streamId, data } = event;
    const payload = { admissionId: idOfStream(streamId), batchId: data.batchId };
    const dedupKey = data.again?.commandId ?? data.batchId;
    return [jobFrom(event, { queue: BEGIN_BATCH_QUEUE, dedupKey, payload })];
  },
});

const payloadSchema = z.object({ admissionId: z.string(), batchId: z.string() });

/** Begins an admitted batch. The request has usually done so already, unless its node was killed before it could. */
@Injectable()
@JobWorker()
export class BeginBatch implements JobHandler {
  readonly queue = BEGIN_BATCH_QUEUE;
  readonly concurrency = 4;
  /** The next batch waits for this one, so retries last for hours; then a dead letter makes the failure visible. */
  readonly maxAttempts = 200;

  constructor(
    private readonly batches: BatchRepository,
    @Inject(AggregateStore) private readonly store: Decisions,
  ) {}

  async run(job: Job): Promise<void> {
    const { admissionId, batchId } = payloadSchema.parse(job.payload);
    const { admitted } = await this.store.load(batchAdmissionAggregate, admissionId);
    // A newer batch is admitted only after this one is over.
    if (admitted?.batchId !== batchId) return;
    const { asked, again } = admitted;
    // A retry uses the requesting command's id, which the batch remembers, so that the job and the request restart it
    // only once. A start does not need that id, since a batch starts only once.
    const context = this.batches.context(job, again?.commandId ?? derivedId(batchId, 'begin'));
    await this.store.execute(batchAggregate, batchId, context, (state, environment) =>
      again
        ? decideRetryBatch({ aggregateId: batchId, context }, state, environment)
        : decideStartBatch({ aggregateId: batchId, data: asked }, state, environment),
    );
  }
}
