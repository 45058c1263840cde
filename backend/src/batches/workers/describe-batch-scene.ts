import { Inject, Injectable } from '@nestjs/common';
import { textPrice } from '@storyreel/contracts';
import { DomainError } from '../../platform/domain/domain-error';
import { JobWorker } from '../../platform/processes/job-worker.decorator';
import type { Job, JobHandler } from '../../platform/processes/process';
import { SceneWriter } from '../../story-ai';
import { isOpen } from '../domain/scene-steps';
import { BatchRepository } from './batch-repository';
import { refusalOf } from './refusal';
import { BATCH_TEXTS_QUEUE } from './run-batch-scene.process';
import { NOT_STARTED, sceneTaskSchema } from './scene-task';

/** Has a scene described whose turn has come. */
@Injectable()
@JobWorker()
export class DescribeBatchScene implements JobHandler {
  readonly queue = BATCH_TEXTS_QUEUE;
  readonly concurrency = 6;
  readonly perUser = 3;
  readonly fair = true;
  readonly maxAttempts = 5;

  constructor(
    @Inject(BatchRepository) private readonly batches: BatchRepository,
    @Inject(SceneWriter) private readonly writer: Pick<SceneWriter, 'describe'>,
  ) {}

  async run(job: Job): Promise<void> {
    const task = sceneTaskSchema.parse(job.payload);
    const { batchId, sceneId, workId } = task;
    const state = await this.batches.load(batchId);
    if (!isOpen(state, task)) return;
    // A first run has asked for nothing yet; one that was cut off may have, and finds out.
    if (state.status === 'cancelled' && job.attempt === 1) {
      return this.batches.end(batchId, job, task, { outcome: 'cancelled', error: null, units: 0 });
    }
    try {
      await this.writer.describe({ userId: job.ownerId, commandId: workId }, sceneId, undefined, { batchId });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const refusal = refusalOf(error);
      if (!('pause' in refusal)) return this.batches.end(batchId, job, task, { ...refusal, units: 0 });
      return this.batches.holdUp(batchId, job, task, refusal.pause);
    }
    await this.batches.end(batchId, job, task, { outcome: 'made', error: null, units: textPrice(1).units });
  }

  exhausted(job: Job): Promise<void> {
    const task = sceneTaskSchema.parse(job.payload);
    return this.batches.end(task.batchId, job, task, { outcome: 'failed', error: NOT_STARTED, units: 0 });
  }
}
