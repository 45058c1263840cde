import { Inject, Injectable } from '@nestjs/common';
import { textPrice, toZaps } from '@storyreel/contracts';
import type { BatchPause, ErrorCode } from '@storyreel/contracts';
import { z } from 'zod';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { JobWorker } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler, Reactor } from '../../eventsourcing/reactors/reactor';
import { ImageRequests, SpeechRequests, VideoRequests } from '../../generation';
import { DomainError } from '../../lib/domain-error';
import type { ProjectState } from '../../projects/storyboard';
import { SceneWriter } from '../../writing/story-ai';
import { BatchPrices, SCENE_DELETED } from '../batch-prices';
import { isOpen } from '../domain/advance-batch';
import type { BatchAsked, BatchEventOf, BatchState } from '../domain/batch';
import { BatchRepository } from './batch-repository';

/** Queue for requesting scene jobs, which takes a moment each. */
const BATCH_SCENES_QUEUE = 'batch-scenes';
/** Queue for describing scenes, which takes as long as the text model does. */
const BATCH_TEXTS_QUEUE = 'batch-texts';
export const BATCH_CANCEL_QUEUE = 'batch-cancel';

/** Turns a scene whose turn has come into a durable job. */
export const runBatchSceneReactor: Reactor = {
  name: 'run-batch-scene',
  types: ['BatchSceneStarted'],
  react(event) {
    const { streamId, metadata, data } = event as RecordedEvent<BatchEventOf<'BatchSceneStarted'>>;
    const { sceneId, attempt, workId, kind } = data;
    const { ownerId, correlationId } = metadata;
    const queue = kind === 'descriptions' ? BATCH_TEXTS_QUEUE : BATCH_SCENES_QUEUE;
    const payload = { batchId: idOfStream(streamId), sceneId, attempt, workId };
    return [{ queue, dedupKey: workId, ownerId, payload, correlationId, causationId: event.id }];
  },
};

/** Withdraws the jobs of a cancelled batch that were not yet sent to a provider. */
export const cancelBatchReactor: Reactor = {
  name: 'cancel-batch',
  types: ['BatchCancelled'],
  react({ id, streamId, metadata: { ownerId, correlationId } }) {
    const payload = { batchId: idOfStream(streamId) };
    return [{ queue: BATCH_CANCEL_QUEUE, dedupKey: id, ownerId, payload, correlationId, causationId: id }];
  },
};

/** Payload of the job for one attempt at a scene. */
const sceneTaskSchema = z.object({
  batchId: z.string(),
  sceneId: z.string(),
  attempt: z.number(),
  workId: z.string(),
});
type SceneTask = z.infer<typeof sceneTaskSchema>;

const NOT_STARTED = 'This scene could not be started. Please try again.';

/** Effect of a refusal on a batch: it pauses for its owner, skips the scene, or the scene fails. */
type Refusal = { pause: BatchPause } | { outcome: 'skipped' | 'failed'; error: string };

/** Caused by the scene itself: a retry would not help. */
const PASSED_OVER: readonly ErrorCode[] = ['bad_request', 'limit_reached', 'already_in_progress'];
/** Temporary: the job is retried. */
const TEMPORARY: readonly ErrorCode[] = ['conflict', 'too_many_requests', 'unavailable'];

/** @throws the error itself when the job is to be retried */
function refusalOf(error: DomainError): Refusal {
  const { code, message } = error;
  if (code === 'insufficient_zaps' || code === 'budget_reached') return { pause: { code, message, zaps: null } };
  if (code === 'not_found') return { outcome: 'skipped', error: SCENE_DELETED };
  if (PASSED_OVER.includes(code)) return { outcome: 'skipped', error: message };
  if (TEMPORARY.includes(code)) throw error;
  return { outcome: 'failed', error: message };
}

/**
 * Requests the images, the clip or the narration of a scene whose turn has come. Their job runs on its own and reports
 * its end separately.
 */
@Injectable()
@JobWorker()
export class RunBatchScene implements JobHandler {
  readonly queue = BATCH_SCENES_QUEUE;
  readonly concurrency = 8;
  /** One at a time, so that together they never exceed the agreed price. */
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

  /** The scene's job may exist all the same; it then reports the outcome. */
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

  /** Returns null while the scene fits into the agreed price. */
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

/** Ledger units of requested work that has not ended. */
const underWay = (project: ProjectState, { scenes }: BatchState): number =>
  Object.values(scenes)
    .filter(({ status }) => status === 'running')
    .reduce((units, { workId }) => units + (project.jobs[workId ?? '']?.units ?? 0), 0);

/** Describes a scene whose turn has come. */
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
    // A first attempt has requested nothing yet; one that was cut off may have, so it checks.
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
