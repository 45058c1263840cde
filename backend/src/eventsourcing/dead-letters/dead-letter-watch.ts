import type { Pool } from 'pg';
import { listen } from '../../infra/postgres/listen';
import { Pause } from '../../lib/time';
import { type Delays, retryDelay } from '../../lib/retry';
import { toError } from '../../lib/errors';
import { STUCK_CHANNEL } from '../platform-schema';

const AGAIN: Delays = { firstDelayMs: 500, maxDelayMs: 30_000 };
/** Minimum time between notifications, for when a lot of work gets stuck at once. */
const REST_MS = 1_000;

export interface StuckWatchOptions {
  pool: Pool;
  tell(): Promise<void>;
  log: { error(error: unknown, message: string): void };
  restMs?: number;
}

/**
 * Notifies when the list of stuck work changes, on any node. Changes missed while the connection was lost are announced
 * once it is back.
 */
export class DeadLetterWatch {
  private readonly news = new Pause();
  private readonly rest = new Pause();
  private hangUp: (() => void) | null = null;
  private isNew = false;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly options: StuckWatchOptions) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.news.end();
    this.rest.end();
    await this.running;
  }

  private async run(): Promise<void> {
    for (let failures = 0; !this.stopped;) {
      try {
        await this.hear();
        if (!this.isNew) await this.news.for();
        if (this.stopped || !this.hangUp) continue;
        this.isNew = false;
        await this.options.tell();
        failures = 0;
        await this.rest.for(this.options.restMs ?? REST_MS);
      } catch (error) {
        this.isNew = true;
        failures += 1;
        this.options.log.error(toError(error), 'Stuck work could not be announced; trying again.');
        await this.rest.for(retryDelay(AGAIN, failures));
      }
    }
    this.hangUp?.();
  }

  private async hear(): Promise<void> {
    if (this.hangUp) return;
    this.hangUp = await listen(this.options.pool, STUCK_CHANNEL, {
      notified: () => this.learn(),
      lost: (error) => {
        this.hangUp = null;
        this.options.log.error(error, 'Notifications of stuck work do not arrive; connecting again.');
        this.learn();
      },
    });
    this.isNew = true;
  }

  private learn(): void {
    this.isNew = true;
    this.news.wake();
  }
}
