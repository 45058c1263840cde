import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { decideFail } from '../../generation';
import { AggregateStore, type Decisions } from '../../platform/commands/aggregate-store';
import { derivedId } from '../../platform/ids';
import { JobWorker } from '../../platform/processes/job-worker.decorator';
import type { Job, JobHandler } from '../../platform/processes/process';
import { projectAggregate } from '../../storyboard';
import { BatchRepository } from './batch-repository';
import { BATCH_CANCEL_QUEUE } from './run-batch-scene.process';

export const TAKEN_BACK = 'The batch was cancelled.';

const cancelledBatchSchema = z.object({ batchId: z.string() });

/** Ends those jobs of a cancelled batch that no provider was asked for: their zaps come back. */
@Injectable()
@JobWorker()
export class CancelBatchJobs implements JobHandler {
  readonly queue = BATCH_CANCEL_QUEUE;
  readonly concurrency = 4;
  readonly maxAttempts = 50;

  constructor(
    @Inject(BatchRepository) private readonly batches: BatchRepository,
    @Inject(AggregateStore) private readonly store: Decisions,
  ) {}

  async run(cause: Job): Promise<void> {
    const { batchId } = cancelledBatchSchema.parse(cause.payload);
    const { asked, status, scenes } = await this.batches.load(batchId);
    // Something of it may be tried again by now.
    if (!asked || status !== 'cancelled') return;
    for (const { status: sceneStatus, workId } of Object.values(scenes)) {
      if (sceneStatus !== 'running' || workId === null) continue;
      const context = this.batches.context(cause, derivedId(workId, 'take-back'));
      await this.store.execute(projectAggregate, asked.projectId, context, (project) =>
        project.jobs[workId]?.status === 'queued' ? decideFail(project, workId, TAKEN_BACK) : [],
      );
    }
  }
}
