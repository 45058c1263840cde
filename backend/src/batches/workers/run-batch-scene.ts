import { Inject, Injectable } from '@nestjs/common';
import { FILM_STEPS, filmPrice, isBlank, textPrice, toUnits, toZaps } from '@storyreel/contracts';
import type { BatchKind, BatchPause, ErrorCode, FilmStep } from '@storyreel/contracts';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { Decisions } from '../../eventsourcing/commands/aggregate-store';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import { jobFrom, JobWorker, reactorTo } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler, Reactor } from '../../eventsourcing/reactors/reactor';
import { FilmRequests, ImageRequests, SpeechRequests, VideoRequests } from '../../generation';
import { DomainError } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import { PaidWork } from '../../money/zaps';
import { decideEditProject, EditProject, liveScenes, projectAggregate } from '../../projects/storyboard';
import type { ProjectState } from '../../projects/storyboard';
import { SceneWriter } from '../../writing/story-ai';
import { BatchPrices, SCENE_DELETED } from '../batch-prices';
import { RefreshItems } from '../refresh-items';
import { isOpen } from '../domain/advance-batch';
import { itemOf, keyOf } from '../domain/batch';
import type { BatchAsked, BatchEventOf, BatchState } from '../domain/batch';
import { BatchRepository, toldOf } from './batch-repository';

/** Queue for requesting scene jobs; each request takes only a moment. */
const BATCH_SCENES_QUEUE = 'batch-scenes';
/** Queue for describing scenes; each description takes as long as the text model does. */
const BATCH_TEXTS_QUEUE = 'batch-texts';
export const BATCH_CANCEL_QUEUE = 'batch-cancel';

const TEXTS: readonly (FilmStep | BatchKind)[] = ['descriptions', 'scenes', 'continuity'];

/** Turns a scene whose turn has come into a durable job. */
export const runBatchSceneReactor = reactorTo<BatchEventOf<'BatchSceneStarted'>>({
  name: 'run-batch-scene',
  types: ['BatchSceneStarted'],
  react(event) {
    const { sceneId, step, attempt, workId, kind } = event.data;
    const queue = TEXTS.includes(step ?? kind) ? BATCH_TEXTS_QUEUE : BATCH_SCENES_QUEUE;
    const payload = { batchId: idOfStream(event.streamId), sceneId, step, attempt, workId };
    return [jobFrom(event, { queue, dedupKey: workId, payload })];
  },
});

/** Withdraws the jobs of a cancelled batch that were not yet sent to a provider. */
export const cancelBatchReactor: Reactor = {
  name: 'cancel-batch',
  types: ['BatchCancelled'],
  react(event) {
    const payload = { batchId: idOfStream(event.streamId) };
    return [jobFrom(event, { queue: BATCH_CANCEL_QUEUE, dedupKey: event.id, payload })];
  },
};

/** Payload of the job for one attempt at a scene. */
const sceneTaskSchema = z.object({
  batchId: z.string(),
  sceneId: z.string(),
  step: z.enum(FILM_STEPS).optional(),
  attempt: z.number(),
  workId: z.string(),
});
type SceneTask = z.infer<typeof sceneTaskSchema>;

const NOT_STARTED = 'This scene could not be started. Please try again.';
const WAITS_FOR_FAILED = 'Starts when you retry the failed items.';
const NO_ZAPS_LEFT = 'Not enough zaps are left for this scene.';

/** Effect of a refusal on a batch: it pauses for its owner, skips the scene, or the scene fails. */
type Refusal = { pause: BatchPause } | { outcome: 'skipped' | 'failed'; error: string };

/** Refusals caused by the scene itself, for which a retry would not help. */
const PASSED_OVER: readonly ErrorCode[] = ['bad_request', 'limit_reached', 'already_in_progress'];
/** Temporary refusals, after which the job is retried. */
const TEMPORARY: readonly ErrorCode[] = ['conflict', 'too_many_requests', 'unavailable'];

/** @throws the error itself when the job is to be retried */
function refusalOf(error: DomainError, { step }: Pick<SceneTask, 'step'>, kind: BatchKind): Refusal {
  const { code, message } = error;
  const isShort = code === 'insufficient_zaps' || code === 'budget_reached';
  // Clips of a new film are only made while zaps remain.
  if (kind === 'film' && step === 'clips' && isShort) return { outcome: 'skipped', error: NO_ZAPS_LEFT };
  if (isShort) return { pause: { code, message, zaps: null } };
  if (code === 'not_found') return { outcome: 'skipped', error: SCENE_DELETED };
  // What the film lacks may exist at the next attempt, so the film fails instead of being skipped.
  if (kind === 'film' && step === 'film' && PASSED_OVER.includes(code)) return { outcome: 'failed', error: message };
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
  /** Scenes of a user are requested one at a time, so that together they never exceed the agreed price. */
  readonly perUser = 1;
  readonly fair = true;
  readonly maxAttempts = 10;

  constructor(
    private readonly batches: BatchRepository,
    @Inject(BatchPrices) private readonly prices: Pick<BatchPrices, 'quote' | 'filmUnits'>,
    @Inject(PaidWork) private readonly paidWork: Pick<PaidWork, 'available'>,
    @Inject(FilmRequests) private readonly films: Pick<FilmRequests, 'inBatch'>,
    @Inject(ImageRequests) private readonly images: Pick<ImageRequests, 'inBatch'>,
    @Inject(VideoRequests) private readonly videos: Pick<VideoRequests, 'inBatch'>,
    @Inject(SpeechRequests) private readonly speech: Pick<SpeechRequests, 'inBatch'>,
    @Inject(RefreshItems) private readonly stale: Pick<RefreshItems, 'begin' | 'unitsOf'>,
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
    if (lacksSomething(state, task)) {
      // Without the scene's missing input, the result would have to be made again and paid for twice.
      const told = toldOf(project, task, WAITS_FOR_FAILED);
      return this.batches.end(task.batchId, job, task, { outcome: 'failed', error: told, units: 0 });
    }
    try {
      const pause = await this.priceRise(project, state, asked, task, job.ownerId);
      if (pause) return await this.batches.pauseAt(task.batchId, job, task, pause);
      await this.begin(job, task, asked);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const refusal = refusalOf(error, task, asked.kind);
      if ('pause' in refusal) return await this.batches.pauseAt(task.batchId, job, task, refusal.pause);
      const told = toldOf(project, task, refusal.error);
      await this.batches.end(task.batchId, job, task, { ...refusal, error: told, units: 0 });
    }
  }

  /** The scene's job may exist despite the failed attempts; it then reports the outcome itself. */
  async exhausted(job: Job): Promise<void> {
    const task = sceneTaskSchema.parse(job.payload);
    const { asked } = await this.batches.load(task.batchId);
    if (asked && (await this.batches.project(asked.projectId)).jobs[task.workId]) return;
    await this.batches.end(task.batchId, job, task, { outcome: 'failed', error: NOT_STARTED, units: 0 });
  }

  private async begin(
    job: Job,
    { batchId, sceneId, step, workId }: SceneTask,
    { kind, clips, film, projectId }: BatchAsked,
  ): Promise<void> {
    const context = this.batches.context(job, workId);
    if (kind === 'refresh') {
      return this.stale.begin(projectId, keyOf({ step, sceneId }), { batchId, workId }, context);
    }
    if (step === 'film' && film) {
      return this.films.inBatch({ projectId, quality: film.quality }, { batchId, workId }, context);
    }
    const made = step ?? kind;
    if (made === 'images') return this.images.inBatch(sceneId, { batchId, workId }, context);
    if (made === 'speech') return this.speech.inBatch(sceneId, { batchId, workId }, context);
    if (clips) return this.videos.inBatch(sceneId, clips, { batchId, workId }, context);
  }

  /**
   * Returns the price rise that pauses the batch; null while the scene fits into the agreed price.
   * @throws DomainError insufficient_zaps for a clip for which too few zaps would be left
   */
  private async priceRise(
    project: ProjectState,
    state: BatchState,
    asked: BatchAsked,
    { sceneId, step }: SceneTask,
    ownerId: string,
  ): Promise<BatchPause | null> {
    const key = keyOf({ sceneId, step });
    const units = await this.unitsOf(project, asked, [key], ownerId);
    const committed = underWay(project, state) + state.spentUnits;
    if (step === 'clips' && asked.kind === 'film' && asked.film) {
      // Clips may not use the zaps that the film itself will cost.
      const needed = units + this.prices.filmUnits(project, asked.film, ownerId);
      const left = Math.min(state.units - committed, toUnits(await this.paidWork.available(ownerId)));
      if (needed > left) throw new DomainError('insufficient_zaps', NO_ZAPS_LEFT);
    }
    if (committed + units <= state.units) return null;
    const left = Object.entries(state.scenes).flatMap(([other, { status }]) => (status === 'waiting' ? [other] : []));
    const zaps = toZaps(committed + (await this.unitsOf(project, asked, [key, ...left], ownerId)));
    const message = `This batch would now cost ${zaps} zaps in all, which is more than the ${toZaps(state.units)} you confirmed.`;
    return { code: 'price_changed', message, zaps };
  }

  /** Returns the present total price of these scenes. */
  private async unitsOf(project: ProjectState, asked: BatchAsked, keys: string[], ownerId: string): Promise<number> {
    if (asked.kind === 'refresh') return this.stale.unitsOf(asked.projectId, keys, ownerId);
    const items = keys.map(itemOf);
    let units = 0;
    for (const step of new Set(items.map((item) => item.step))) {
      const kind = step ?? asked.kind;
      const sceneIds = items.filter((item) => item.step === step).map(({ sceneId }) => sceneId);
      if (kind === 'film' && asked.film) {
        // Before the film's turn, its length is the planned one.
        const { film } = asked;
        units +=
          keys.length > 1 ? filmPrice(film.seconds, film.quality).units : this.prices.filmUnits(project, film, ownerId);
      } else if (kind === 'scenes' || kind === 'continuity') units += textPrice(1).units;
      else if (kind !== 'film')
        units += (await this.prices.quote(project, { ...asked, kind, sceneIds }, ownerId)).units;
    }
    return units;
  }
}

/**
 * Tells whether an item that the next step needs has failed. A film needs all items; a stale clip needs its scene's
 * image.
 */
function lacksSomething({ scenes, asked }: BatchState, { step, sceneId }: SceneTask): boolean {
  const isRefresh = asked?.kind === 'refresh';
  if (isRefresh && step === 'clips') {
    const image = scenes[keyOf({ step: 'images', sceneId })];
    return image !== undefined && image.status !== 'made';
  }
  return (
    step === 'film' &&
    Object.entries(scenes).some(
      ([key, { status }]) => status === 'failed' && (isRefresh || itemOf(key).step !== 'clips'),
    )
  );
}

/** Returns the ledger units of requested work that has not ended. */
const underWay = (project: ProjectState, { scenes }: BatchState): number =>
  Object.values(scenes)
    .filter(({ status }) => status === 'running')
    .reduce((units, { workId }) => units + (project.jobs[workId ?? '']?.units ?? 0), 0);

/** Writes the texts of a scene whose turn has come: its description, or in a film all scenes and the continuity. */
@Injectable()
@JobWorker()
export class DescribeBatchScene implements JobHandler {
  readonly queue = BATCH_TEXTS_QUEUE;
  readonly concurrency = 6;
  readonly perUser = 3;
  readonly fair = true;
  readonly maxAttempts = 5;

  constructor(
    private readonly batches: BatchRepository,
    @Inject(SceneWriter) private readonly writer: Pick<SceneWriter, 'describe' | 'processStory' | 'continuity'>,
    @Inject(AggregateStore) private readonly store: Decisions,
  ) {}

  async run(job: Job): Promise<void> {
    const task = sceneTaskSchema.parse(job.payload);
    const { batchId } = task;
    const state = await this.batches.load(batchId);
    if (!state.asked || !isOpen(state, task)) return;
    // The job's first attempt cannot have sent a request yet. A later attempt continues, since an attempt that was cut
    // off may have sent one.
    if (state.status === 'cancelled' && job.attempt === 1) {
      return this.batches.end(batchId, job, task, { outcome: 'cancelled', error: null, units: 0 });
    }
    let made: { sceneIds?: string[] };
    try {
      made = await this.write(job, task, state.asked);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const refusal = refusalOf(error, task, state.asked.kind);
      if ('pause' in refusal) return this.batches.pauseAt(batchId, job, task, refusal.pause);
      const told = toldOf(await this.batches.project(state.asked.projectId), task, refusal.error);
      return this.batches.end(batchId, job, task, { ...refusal, error: told, units: 0 });
    }
    await this.batches.end(batchId, job, task, { outcome: 'made', error: null, units: textPrice(1).units, ...made });
  }

  exhausted(job: Job): Promise<void> {
    const task = sceneTaskSchema.parse(job.payload);
    return this.batches.end(task.batchId, job, task, { outcome: 'failed', error: NOT_STARTED, units: 0 });
  }

  private async write(
    job: Job,
    { batchId, sceneId, step, workId }: SceneTask,
    { film, projectId }: BatchAsked,
  ): Promise<{ sceneIds?: string[] }> {
    const ask = { userId: job.ownerId, commandId: workId };
    if (step === 'scenes') {
      await this.writer.processStory(ask, projectId, film?.mostScenes, { batchId });
      return { sceneIds: liveScenes(await this.batches.project(projectId)).map(({ id }) => id) };
    }
    if (step === 'continuity') await this.noteContinuity(job, projectId, { batchId, workId });
    else await this.writer.describe(ask, sceneId, undefined, { batchId });
    return {};
  }

  /** Writes the continuity details that the owner has not written. */
  private async noteContinuity(
    job: Job,
    projectId: string,
    { batchId, workId }: Pick<SceneTask, 'batchId' | 'workId'>,
  ): Promise<void> {
    const { story } = (await this.batches.project(projectId)).fields;
    const ask = { userId: job.ownerId, commandId: workId };
    const {
      characters,
      environments: environment,
      props,
    } = await this.writer.continuity(ask, story, projectId, { batchId });
    const context = this.batches.context(job, derivedId(workId, 'note-continuity'));
    await this.store.execute(projectAggregate, projectId, context, (project, environmentOf) => {
      const written = Object.entries({ characters, environment, props });
      const blank = written.filter(([field]) =>
        isBlank(project.fields[field as 'characters' | 'environment' | 'props']),
      );
      return decideEditProject(new EditProject(projectId, Object.fromEntries(blank), context), project, environmentOf);
    });
  }
}
