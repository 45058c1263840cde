import { Inject, Injectable } from '@nestjs/common';
import { HealthCheckService, type HealthCheckResult, HealthIndicatorService } from '@nestjs/terminus';
import { StoresStatus } from './stores-status';

const TIMEOUT_MS = 2_000;
/** Views further behind than this show their users the past. */
const MAX_LAG_SECONDS = 10;

/** Can this node serve? Its database, the event store, and views that are not behind. */
@Injectable()
export class Readiness {
  constructor(
    @Inject(HealthCheckService) private readonly health: HealthCheckService,
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
    @Inject(StoresStatus) private readonly stores: StoresStatus,
  ) {}

  /** @throws ServiceUnavailableException with the failing parts by name */
  check(): Promise<HealthCheckResult> {
    return this.health.check([
      () => this.indicate('database', () => this.stores.database()),
      () => this.indicate('eventStore', () => this.stores.eventStore()),
      () => this.indicate('views', () => this.viewsCaughtUp()),
    ]);
  }

  private async viewsCaughtUp(): Promise<void> {
    const behind = (await this.stores.viewLags()).filter((lag) => lag.seconds > MAX_LAG_SECONDS);
    if (behind.length > 0) throw new Error(`behind: ${behind.map((lag) => lag.view).join(', ')}`);
  }

  private async indicate(name: string, probe: () => Promise<void>) {
    const indicator = this.indicators.check(name);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), TIMEOUT_MS);
    });
    try {
      await Promise.race([probe(), late]);
      return indicator.up();
    } catch (error) {
      return indicator.down({ reason: error instanceof Error ? error.message : 'unknown' });
    } finally {
      clearTimeout(timer);
    }
  }
}
