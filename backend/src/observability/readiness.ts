import { Injectable } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { withTimeout } from '../lib/time';
import { ConsumersStatus } from './consumers-status';
import { coalesce } from '../lib/concurrency';
import { StoresStatus } from './stores-status';
import { WriteProbes, WRITTEN_STORES, type WrittenStore } from './write-probes';

const TIMEOUT_MS = 2_000;
/** Maximum lag in seconds: views that lag further show stale data, and users wait for reactors that lag further. */
const MAX_LAG_SECONDS = 10;
/** Checks within this time share one result. */
const FRESH_MS = 1_000;

/**
 * Checks whether this node can serve: it needs its database, the event store, writable stores, and views that do not
 * lag. A stopped view does not make a node unready, since the view is stopped on all nodes.
 */
@Injectable()
export class Readiness {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly stores: StoresStatus,
    private readonly consumers: ConsumersStatus,
    private readonly writes: WriteProbes,
  ) {}

  /**
   * Returns the problems of a node that can serve; empty without problems. Coalesced, since the endpoint is public.
   * @throws ServiceUnavailableException with the names of the failing parts
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

  /** @throws when a store is not writable */
  private async writable(store: WrittenStore): Promise<void> {
    if ((await this.writes.failing()).has(store)) throw new Error('nothing can be written');
  }

  /**
   * Returns the problems of the consumers and queues.
   * @throws when views lag
   */
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
