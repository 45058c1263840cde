import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { Decisions } from '../../eventsourcing/commands/aggregate-store';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { JobWorker } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler, Reactor } from '../../eventsourcing/reactors/reactor';
import { derivedId } from '../../lib/ids';
import { batchAggregate } from '../domain/batch';
import { batchAdmissionAggregate } from '../domain/batch-admission';
import type { BatchAdmitted } from '../domain/batch-admission';
import { decideRetryBatch, decideStartBatch } from '../domain/batch-commands';
import { BatchRepository } from './batch-repository';

const BEGIN_BATCH_QUEUE = 'begin-batch';

/** A batch that was let in begins, also when the request that was to begin it is cut off. */
export const beginBatchReactor: Reactor = {
  name: 'begin-batch',
  types: ['BatchAdmitted'],
  react(event) {
    const { id, streamId, metadata, data } = event as RecordedEvent<BatchAdmitted>;
    const { ownerId, correlationId } = metadata;
    const payload = { admissionId: idOfStream(streamId), batchId: data.batchId };
    return [
      {
        queue: BEGIN_BATCH_QUEUE,
        dedupKey: data.again?.commandId ?? data.batchId,
        ownerId,
        payload,
        correlationId,
        causationId: id,
      },
    ];
  },
};

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
