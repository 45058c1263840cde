import { Inject, Injectable } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { withTimeout } from '../lib/time';
import { ConsumersStatus } from './consumers-status';
import { coalesce } from '../lib/concurrency';
import { StoresStatus } from './stores-status';
import { WriteProbes, WRITTEN_STORES, type WrittenStore } from './write-probes';

const TIMEOUT_MS = 2_000;
/** Views further behind than this show their users the past, and users wait for processes that are. */
const MAX_LAG_SECONDS = 10;
/** Probes within this time get the same answer. */
const FRESH_MS = 1_000;

/**
 * Can this node serve? It needs its database, the event store, room to write in each store, and views that are not
 * behind. A view that has stopped is no reason to take a node away, since it has stopped on all of them.
 */
@Injectable()
export class Readiness {
  constructor(
    @Inject(HealthCheckService) private readonly health: HealthCheckService,
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
    @Inject(StoresStatus) private readonly stores: StoresStatus,
    @Inject(ConsumersStatus) private readonly consumers: ConsumersStatus,
    @Inject(WriteProbes) private readonly writes: WriteProbes,
  ) {}

  /**
   * What needs looking after although this node can serve; empty when all is well. However many ask at once, and
   * anybody may, the stores are asked once.
   * @throws ServiceUnavailableException with the failing parts by name
   */
  readonly check = coalesce(FRESH_MS, async (): Promise<string[]> => {
    const problems: string[] = [];
    await this.health.check([
      () => this.indicate('database', () => this.stores.database()),
      () => this.indicate('eventStore', () => this.stores.eventStore()),
      ...WRITTEN_STORES.map((store) => () => this.indicate(`writing to the ${store}`, () => this.writable(store))),
      () => this.indicate('views', async () => void problems.push(...(await this.problems()))),
    ]);
    return problems;
  });

  /** @throws when nothing can be written to a store */
  private async writable(store: WrittenStore): Promise<void> {
    if ((await this.writes.failing()).has(store)) throw new Error('nothing can be written');
  }

  /** @throws when views are behind */
  private async problems(): Promise<string[]> {
    const consumers = await this.consumers.read();
    const late = consumers.filter(({ stopped, lagSeconds }) => !stopped && lagSeconds > MAX_LAG_SECONDS);
    const views = late.filter(({ kind }) => kind === 'view');
    if (views.length > 0) throw new Error(`behind: ${views.map(({ name }) => name).join(', ')}`);
    return [
      ...consumers.filter(({ stopped }) => stopped).map(({ kind, name }) => `The ${kind} ${name} has stopped.`),
      ...late.map(({ kind, name }) => `The ${kind} ${name} is behind.`),
      ...consumers
        .filter(({ kind, parked }) => kind === 'process' && parked > 0)
        .map(({ name, parked }) => `The process ${name} has parked ${parked} event${parked === 1 ? '' : 's'}.`),
    ];
  }

  private async indicate(name: string, probe: () => Promise<void>) {
    const indicator = this.indicators.check(name);
    try {
      await withTimeout(TIMEOUT_MS, probe(), () => new Error('no answer in time'));
      return indicator.up();
    } catch (error) {
      return indicator.down({ reason: error instanceof Error ? error.message : 'unknown' });
    }
  }
}
