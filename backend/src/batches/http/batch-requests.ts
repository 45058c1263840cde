import { Inject, Injectable } from '@nestjs/common';
import {
  type Batch,
  type BatchOrder,
  type BatchKind,
  type BatchQuote,
  type StartBatchRequest,
  toUnits,
  toZaps,
} from '@storyreel/contracts';
import { AggregateStore } from '../../platform/commands/aggregate-store';
import { CommandDispatcher } from '../../platform/commands/command-dispatcher';
import { KeyedQueue } from '../../platform/commands/keyed-queue';
import { APP_CONFIG, type AppConfig } from '../../platform/config/app-config';
import { DomainError, keyReused } from '../../platform/domain/domain-error';
import { derivedId } from '../../platform/ids';
import { requestHash } from '../../platform/request-hash';
import { SPEECHES_AT_ONCE } from '../../generation';
import { projectAggregate } from '../../storyboard';
import { PaidWork } from '../../zaps';
import { BatchPrices, type Quoted } from '../batch-prices';
import { batchAggregate } from '../domain/batch';
import { StartBatch } from '../domain/start-batch';
import { BatchQueries } from '../views/batch-queries';

/** Texts are asked for one by one: as many at a time as a browser did before. */
const TEXTS_AT_ONCE = 3;

/** From an order to a batch that goes on by itself. */
@Injectable()
export class BatchRequests {
  /**
   * A start waits until the views show its batch: so the next one of its kind in the project finds it there. Two nodes
   * may each let one in at the same moment; their scenes are then refused one by one.
   */
  private readonly starts = new KeyedQueue();

  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(PaidWork) private readonly paidWork: PaidWork,
    @Inject(BatchPrices) private readonly prices: BatchPrices,
    @Inject(BatchQueries) private readonly queries: BatchQueries,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'imageConcurrency' | 'videoConcurrency'>,
  ) {}

  async quote(userId: string, order: BatchOrder): Promise<BatchQuote> {
    const { sceneIds, units, includedScenes, leftOut } = await this.price(userId, order);
    return { scenes: sceneIds.length, zaps: toZaps(units), includedScenes, leftOut };
  }

  /**
   * @throws DomainError not_found, bad_request when nothing can be made, conflict when the price is another one by now,
   * already_in_progress, insufficient_zaps, idempotency_key_reused
   */
  start(userId: string, { idempotencyKey: _, ...request }: StartBatchRequest, commandId: string): Promise<Batch> {
    // Of the user too: nobody waits for what others ask about a project that is not theirs.
    const place = [userId, request.projectId, request.kind].join('/');
    return this.starts.run(place, () => this.startNext(userId, request, commandId));
  }

  private async startNext(
    userId: string,
    request: Omit<StartBatchRequest, 'idempotencyKey'>,
    commandId: string,
  ): Promise<Batch> {
    const { projectId, kind, clips = null, zaps } = request;
    const id = derivedId(commandId, 'batch');
    const hash = requestHash(request);
    const known = await this.store.load(batchAggregate, id);
    if (known.asked) {
      if (known.asked.requestHash !== hash) throw keyReused();
      return this.queries.present(id, known);
    }
    const quoted = await this.price(userId, request);
    const units = toUnits(zaps);
    await this.check(userId, { projectId, kind, units }, quoted);
    const { sceneIds, leftOut } = quoted;
    const asked = { projectId, kind, sceneIds, leftOut, clips, atOnce: this.atOnce(kind), units, requestHash: hash };
    const context = this.dispatcher.context({ id: userId }, commandId);
    const { state } = await this.dispatcher.execute(new StartBatch(id, asked, context));
    return this.queries.present(id, state);
  }

  private async price(userId: string, order: BatchOrder): Promise<Quoted> {
    return this.prices.quote(await this.store.load(projectAggregate, order.projectId), order, userId);
  }

  private async check(
    userId: string,
    { projectId, kind, units }: { projectId: string; kind: BatchKind; units: number },
    quoted: Quoted,
  ): Promise<void> {
    if (quoted.sceneIds.length === 0) {
      throw new DomainError('bad_request', quoted.leftOut[0]?.message ?? 'There is nothing to make.');
    }
    if (await this.queries.isActive(userId, projectId, kind)) {
      throw new DomainError('already_in_progress', 'A batch like this is already in progress for this project.');
    }
    if (quoted.units > units) {
      const price = `${toZaps(quoted.units)} zaps`;
      throw new DomainError('conflict', `The price is now ${price}. Please confirm it again.`);
    }
    const available = await this.paidWork.available(userId);
    if (toZaps(quoted.units) > available) {
      const need = toZaps(quoted.units);
      throw new DomainError('insufficient_zaps', `Insufficient zaps. Need ${need}, have ${available}`);
    }
  }

  private atOnce(kind: BatchKind): number {
    const { imageConcurrency, videoConcurrency } = this.config;
    return {
      images: imageConcurrency,
      clips: videoConcurrency,
      descriptions: TEXTS_AT_ONCE,
      speech: SPEECHES_AT_ONCE,
    }[kind];
  }
}
