import { Inject, Injectable } from '@nestjs/common';
import { type BatchPause, toZaps } from '@storyreel/contracts';
import { ImageRequests, SpeechRequests, VideoRequests } from '../../generation';
import { DomainError } from '../../platform/domain/domain-error';
import { JobWorker } from '../../platform/processes/job-worker.decorator';
import type { Job, JobHandler } from '../../platform/processes/process';
import type { ProjectState } from '../../storyboard';
import { BatchPrices } from '../batch-prices';
import type { BatchState } from '../domain/batch';
import type { BatchAsked } from '../domain/batch-events';
import { isOpen } from '../domain/scene-steps';
import { BatchRepository } from './batch-repository';
import { refusalOf } from './refusal';
import { BATCH_SCENES_QUEUE } from './run-batch-scene.process';
import { NOT_STARTED, type SceneTask, sceneTaskSchema } from './scene-task';

/** Asks for the images, the clip or the narration of a scene whose turn has come. Its job goes its own way; its end is told apart. */
@Injectable()
@JobWorker()
export class RunBatchScene implements JobHandler {
  readonly queue = BATCH_SCENES_QUEUE;
  readonly concurrency = 8;
  /** One after the other, so that together they never pass the price that was agreed to. */
  readonly perUser = 1;
  readonly fair = true;
  readonly maxAttempts = 10;

  constructor(
    @Inject(BatchRepository) private readonly batches: BatchRepository,
    @Inject(BatchPrices) private readonly prices: Pick<BatchPrices, 'quote'>,
    @Inject(ImageRequests) private readonly images: Pick<ImageRequests, 'inBatch'>,
    @Inject(VideoRequests) private readonly videos: Pick<VideoRequests, 'inBatch'>,
    @Inject(SpeechRequests) private readonly speech: Pick<SpeechRequests, 'inBatch'>,
  ) {}

  async run(job: Job): Promise<void> {
    const task = sceneTaskSchema.parse(job.payload);
    const state = await this.batches.load(task.batchId);
    const { asked } = state;
    if (!asked || !isOpen(state, task)) return;
    const project = await this.batches.project(asked.projectId);
    if (project.jobs[task.workId]) return;
    if (state.status === 'cancelled') {
      return this.batches.end(task.batchId, job, task, { outcome: 'cancelled', error: null, units: 0 });
    }
    try {
      const pause = await this.priceRise(project, state, asked, task, job.ownerId);
      if (pause) return await this.batches.holdUp(task.batchId, job, task, pause);
      await this.begin(job, task, asked);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const refusal = refusalOf(error);
      if ('pause' in refusal) return await this.batches.holdUp(task.batchId, job, task, refusal.pause);
      await this.batches.end(task.batchId, job, task, { ...refusal, units: 0 });
    }
  }

  /** Its job may be there all the same: then that one tells how it ended. */
  async exhausted(job: Job): Promise<void> {
    const task = sceneTaskSchema.parse(job.payload);
    const { asked } = await this.batches.load(task.batchId);
    if (asked && (await this.batches.project(asked.projectId)).jobs[task.workId]) return;
    await this.batches.end(task.batchId, job, task, { outcome: 'failed', error: NOT_STARTED, units: 0 });
  }

  private async begin(job: Job, { batchId, sceneId, workId }: SceneTask, { kind, clips }: BatchAsked): Promise<void> {
    const context = this.batches.context(job, workId);
    if (kind === 'images') return this.images.inBatch(sceneId, { batchId, workId }, context);
    if (kind === 'speech') return this.speech.inBatch(sceneId, { batchId, workId }, context);
    if (clips) return this.videos.inBatch(sceneId, clips, { batchId, workId }, context);
  }

  /** Null while the scene fits into the price that was agreed to. */
  private async priceRise(
    project: ProjectState,
    state: BatchState,
    asked: BatchAsked,
    { sceneId }: SceneTask,
    ownerId: string,
  ): Promise<BatchPause | null> {
    const { units } = await this.prices.quote(project, { ...asked, sceneIds: [sceneId] }, ownerId);
    const committed = underWay(project, state) + state.spentUnits;
    if (committed + units <= state.units) return null;
    const left = Object.entries(state.scenes).flatMap(([id, { status }]) => (status === 'waiting' ? [id] : []));
    const all = await this.prices.quote(project, { ...asked, sceneIds: [sceneId, ...left] }, ownerId);
    const zaps = toZaps(committed + all.units);
    const message = `This batch would now cost ${zaps} zaps in all, which is more than the ${toZaps(state.units)} you confirmed.`;
    return { code: 'price_changed', message, zaps };
  }
}

/** Ledger units of what has been asked for and has not ended yet. */
const underWay = (project: ProjectState, { scenes }: BatchState): number =>
  Object.values(scenes)
    .filter(({ status }) => status === 'running')
    .reduce((units, { workId }) => units + (project.jobs[workId ?? '']?.units ?? 0), 0);
