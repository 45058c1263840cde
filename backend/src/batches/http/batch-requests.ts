import { Inject, Injectable } from '@nestjs/common';
import {
  type Batch,
  type BatchOrder,
  type BatchKind,
  type BatchQuote,
  type ChangeBatchRequest,
  REFRESH_STEPS,
  type StartBatchRequest,
  toUnits,
  toZaps,
  USUAL_QUALITY,
} from '@storyreel/contracts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { askedBy, placeOf, Refusals } from '../../eventsourcing/refusals/refusals';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { DomainError, keyReused, notFound } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import { requestHash } from '../../lib/hash';
import { SPEECHES_AT_ONCE } from '../../generation';
import { projectAggregate } from '../../projects/storyboard';
import { walletAggregate } from '../../money/zaps';
import { BatchPrices, type Quoted } from '../batch-prices';
import { RefreshItems } from '../refresh-items';
import { batchAggregate, ownedBatch } from '../domain/batch';
import type { BatchAsked, BatchState } from '../domain/batch';
import type { PlannedFilm } from '../domain/plan-film';
import {
  admissionIdOf,
  type AdmissionState,
  askedOfAdmitted,
  batchAdmissionAggregate,
  decideAdmitAgain,
  decideAdmitBatch,
  hasRun,
  inProgress,
} from '../domain/batch-admission';
import {
  ChangeBatch,
  CHECK_BATCH_PRICE,
  checkBatchPrice,
  isToRetry,
  RetryBatch,
  StartBatch,
} from '../domain/batch-commands';
import { BatchQueries } from '../views/batch-list.view';

/** Number of text requests under way at once; each text has its own request. */
const TEXTS_AT_ONCE = 3;

type FilmOrder = BatchOrder & Required<Pick<BatchOrder, 'film'>>;
type Asked = Pick<BatchAsked, 'sceneIds' | 'leftOut' | 'film'>;

/** Turns an order into a batch, which then runs without further requests. */
@Injectable()
export class BatchRequests {
  constructor(
    private readonly store: AggregateStore,
    private readonly dispatcher: CommandDispatcher,
    @Inject(Refusals) private readonly refusals: Pick<Refusals, 'watch'>,
    private readonly prices: BatchPrices,
    private readonly queries: BatchQueries,
    private readonly stale: RefreshItems,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'imageConcurrency' | 'videoConcurrency'>,
  ) {}

  async quote(userId: string, order: BatchOrder): Promise<BatchQuote> {
    if (order.film) {
      const { plan, units, includedImages, problem } = await this.planFilm(userId, { ...order, film: order.film });
      if (problem !== null) throw new DomainError('bad_request', problem);
      return { scenes: plan.scenes, zaps: toZaps(units), includedScenes: includedImages, leftOut: [], plan };
    }
    if (order.refresh) {
      const { items, units, includedScenes } = await this.stale.chosen(order.projectId, order.refresh, userId);
      return { scenes: items.length, zaps: toZaps(units), includedScenes, leftOut: [] };
    }
    const { sceneIds, units, includedScenes, leftOut } = await this.price(userId, order);
    return { scenes: sceneIds.length, zaps: toZaps(units), includedScenes, leftOut };
  }

  /**
   * Changes the quality of a film that has not begun.
   * @throws DomainError not_found, bad_request, conflict
   */
  async change(userId: string, id: string, { quality, zaps }: ChangeBatchRequest): Promise<Batch> {
    const context = this.dispatcher.context({ id: userId });
    const change = new ChangeBatch(id, { quality, units: toUnits(zaps) }, context);
    const { state } = await this.refusals.watch(askedBy(change), () => this.dispatcher.execute(change));
    return this.queries.present(id, state);
  }

  /**
   * @throws DomainError not_found, bad_request when nothing can be generated, conflict when the price has changed,
   * already_in_progress, insufficient_zaps, idempotency_key_reused
   */
  async start(userId: string, { idempotencyKey: _, ...request }: StartBatchRequest, commandId: string): Promise<Batch> {
    const id = derivedId(commandId, 'batch');
    const hash = requestHash(request);
    const known = await this.store.load(batchAggregate, id);
    if (known.asked) {
      if (known.asked.requestHash !== hash) throw keyReused();
      return this.queries.present(id, known);
    }
    const context = this.dispatcher.context({ id: userId }, commandId);
    const asked = await this.admit(id, request, hash, context);
    const { state } = await this.dispatcher.execute(new StartBatch(id, asked, context));
    return this.queries.present(id, state);
  }

  /**
   * Retries the failed scenes. A finished batch passes the same admission as a new one, since another batch of its kind
   * may have begun in the meantime.
   * @throws DomainError not_found, already_in_progress
   */
  async retry(userId: string, id: string, commandId: string): Promise<Batch> {
    const context = this.dispatcher.context({ id: userId }, commandId);
    const known = ownedBatch(await this.store.load(batchAggregate, id), context);
    if (known.isOver && isToRetry(known, context)) await this.admitAgain(id, known, context);
    const { state, position } = await this.dispatcher.execute(new RetryBatch(id, {}, context));
    // This command recorded no event, because the begin-batch job had already restarted the batch.
    if (position === null) await this.dispatcher.waitForOthers();
    return this.queries.present(id, state);
  }

  private async admitAgain(batchId: string, { asked, retries }: BatchState, context: CommandContext): Promise<void> {
    if (!asked) throw notFound();
    const admissionId = admissionIdOf(asked.projectId, asked.kind);
    const admission = await this.store.load(batchAdmissionAggregate, admissionId);
    const again = { commandId: context.commandId, retries };
    if (admission.admitted?.again?.commandId !== again.commandId)
      await this.checkTurn(context.ownerId, asked, admission, [batchId]);
    await this.store.execute(batchAdmissionAggregate, admissionId, context, (current) =>
      decideAdmitAgain(current, { batchId, asked, turns: admission.turns, again }),
    );
  }

  /**
   * Admits one of several concurrent requests, whichever nodes they run on.
   * @throws the same errors as `start`
   */
  private async admit(
    batchId: string,
    request: Omit<StartBatchRequest, 'idempotencyKey'>,
    hash: string,
    context: CommandContext,
  ): Promise<BatchAsked> {
    const { projectId, kind, clips = null, zaps } = request;
    const admissionId = admissionIdOf(projectId, kind);
    const admission = await this.store.load(batchAdmissionAggregate, admissionId);
    // An earlier request admitted this batch and was then cut off; the checks of that request still hold.
    const known = askedOfAdmitted(admission, batchId, hash);
    if (known) return known;
    const { turns } = admission;
    const common = { projectId, kind, clips, atOnce: this.atOnce(kind), units: toUnits(zaps), requestHash: hash };
    const asked = { ...common, ...(await this.asked(context, request)) };
    await this.checkTurn(context.ownerId, { projectId, kind }, admission);
    const { state } = await this.store.execute(batchAdmissionAggregate, admissionId, context, (current) =>
      decideAdmitBatch(current, { batchId, asked, turns }),
    );
    return state.admitted?.asked ?? asked;
  }

  private asked(by: CommandContext, request: BatchOrder & { zaps: number }): Promise<Asked> {
    const { film, refresh } = request;
    if (film) return this.askedFilm(by, { ...request, film });
    if (refresh) return this.askedRefresh(by, { ...request, refresh });
    return this.askedScenes(by, request);
  }

  /** Returns a refresh in the form of a film, since its items are steps, too. */
  private async askedRefresh(
    by: CommandContext,
    { projectId, refresh, zaps }: Pick<BatchOrder, 'projectId'> & { refresh: string[]; zaps: number },
  ): Promise<Asked> {
    const { items, units } = await this.stale.chosen(projectId, refresh, by.ownerId);
    if (items.length === 0) throw new DomainError('bad_request', 'Everything is up to date.');
    await this.checkPrice(by, toUnits(zaps), { units });
    const steps = REFRESH_STEPS.map((step) => {
      const ids = items.filter((item) => item.step === step).map(({ sceneId }) => sceneId ?? projectId);
      return { step, ids };
    });
    const film = {
      ...{ quality: USUAL_QUALITY, seconds: 0, perScene: [], mostScenes: 0 },
      items: steps.filter(({ ids }) => ids.length > 0),
      atOnce: { ...this.filmAtOnce(), film: 1 },
    };
    return { sceneIds: [], leftOut: [], film };
  }

  private filmAtOnce() {
    return {
      descriptions: TEXTS_AT_ONCE,
      speech: SPEECHES_AT_ONCE,
      images: this.atOnce('images'),
      clips: this.atOnce('clips'),
    };
  }

  private async askedScenes(by: CommandContext, request: BatchOrder & { zaps: number }): Promise<Asked> {
    const quoted = await this.price(by.ownerId, request);
    this.checkScenes(quoted);
    await this.checkPrice(by, toUnits(request.zaps), quoted);
    const { sceneIds, leftOut } = quoted;
    return { sceneIds, leftOut };
  }

  private async askedFilm(by: CommandContext, request: FilmOrder & { zaps: number }): Promise<Asked> {
    const planned = await this.planFilm(by.ownerId, request);
    if (planned.problem !== null) throw new DomainError('bad_request', planned.problem);
    await this.checkPrice(by, toUnits(request.zaps), planned);
    const { items, perScene, pricedSeconds: seconds, plan } = planned;
    const film = {
      quality: request.film.quality,
      seconds,
      items,
      perScene,
      mostScenes: plan.scenes,
      atOnce: this.filmAtOnce(),
    };
    return { sceneIds: [], leftOut: [], film };
  }

  private async price(userId: string, { kind, ...order }: BatchOrder): Promise<Quoted> {
    if (kind === 'film' || kind === 'refresh') throw new Error('A film and a refresh are not priced by scene');
    return this.prices.quote(await this.store.load(projectAggregate, order.projectId), { ...order, kind }, userId);
  }

  private async planFilm(userId: string, order: FilmOrder): Promise<PlannedFilm> {
    return this.prices.film(await this.store.load(projectAggregate, order.projectId), order, userId);
  }

  private checkScenes({ sceneIds, leftOut }: Quoted): void {
    if (sceneIds.length > 0) return;
    throw new DomainError('bad_request', leftOut[0]?.message ?? 'There is nothing to make.');
  }

  /** @throws DomainError already_in_progress */
  private async checkTurn(
    userId: string,
    { projectId, kind }: Pick<BatchAsked, 'projectId' | 'kind'>,
    { admitted }: AdmissionState,
    ended: readonly string[] = [],
  ): Promise<void> {
    const isFree = !admitted || hasRun(admitted, await this.store.load(batchAggregate, admitted.batchId));
    // Batches begun or retried before admissions existed are known only to the view.
    const known = admitted && isFree ? [...ended, admitted.batchId] : ended;
    if (!isFree || (await this.queries.isActive(userId, projectId, kind, known))) throw inProgress();
  }

  private async checkPrice(
    context: CommandContext,
    agreedUnits: number,
    { units }: Pick<Quoted, 'units'>,
  ): Promise<void> {
    const { ownerId } = context;
    const { state, revision } = await this.store.loadAt(walletAggregate, ownerId);
    const cost = { agreedUnits, units };
    const place = placeOf(walletAggregate.category, ownerId, revision);
    const asked = { command: CHECK_BATCH_PRICE, data: cost, context };
    await this.refusals.watch(asked, () => checkBatchPrice(cost, state), place);
  }

  private atOnce(kind: BatchKind): number {
    const { imageConcurrency, videoConcurrency } = this.config;
    return {
      images: imageConcurrency,
      clips: videoConcurrency,
      descriptions: TEXTS_AT_ONCE,
      speech: SPEECHES_AT_ONCE,
      film: 1,
      refresh: 1,
    }[kind];
  }
}
